"""The Training page and its parts."""
