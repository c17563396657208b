"""Which boxes and edges there are."""
