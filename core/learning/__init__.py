"""Learning: losses and gradients."""
