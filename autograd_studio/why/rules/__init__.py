"""What can be wrong with a gradient, and how a Trace shows it."""
