"""A training step, compiled: the block of core.kernels forwards, then backwards, and the optimiser. Compiled when first needed."""
