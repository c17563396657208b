"""Values, and how PyTorch speaks of them: dtypes, sizes, layouts, printing, errors, warnings."""
