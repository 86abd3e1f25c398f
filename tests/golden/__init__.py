"""Golden numbers: complete forward passes of an independent PyTorch implementation, and the scripts that made them."""
