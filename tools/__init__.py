"""What makes and checks the project's files, run by hand: `python -m tools.NAME`."""
