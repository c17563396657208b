"""What is said at each step, in the card and in the summary."""
