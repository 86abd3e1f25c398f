"""Set-up and the tasks of the house. Standard library only: this runs before anything is installed."""
