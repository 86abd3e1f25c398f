"""The transformer itself: pure functions over frozen data. No Qt, no network, usable from a Python prompt."""
