"""What the Training page shows, painted: curves, layers, maps."""
