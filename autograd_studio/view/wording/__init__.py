"""How values, names and equations are written."""
