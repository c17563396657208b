"""What runs inside a child of the sandbox."""
