"""What lies behind one number: the arrays of one head, the arithmetic of one cell, the shares of a score, the residual stream."""
