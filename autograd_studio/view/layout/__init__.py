"""Where the boxes and edges of a picture lie."""
