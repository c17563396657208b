"""A run as a file of its own: DOT and SVG."""
