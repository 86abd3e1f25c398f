"""Gradients in plain numpy: the forward pass of core.model read backwards, part by part.

Every function takes the gradient of the loss with respect to what its part gives (`d_…`, in the shape of that) and returns the one
with respect to what the part reads; gradients of parameters are added into `gradients`, under the names of the parameters. The
type of the numbers is that of the arrays: float32 as in a trace, or float64. Compiled code does the same in core.kernels.backward.
"""

from core.learning.backward.model import backward

__all__ = ["backward"]
