"""The commands that need no window: their options, their errors, what they print. `core.cli` puts them together."""
