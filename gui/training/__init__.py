"""The race of the Training page: what is asked for, what a thread makes of it, what the views are told."""
