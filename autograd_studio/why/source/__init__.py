"""What a program's text says."""
