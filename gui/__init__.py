"""The window: passive views, one controller, one composition root."""
