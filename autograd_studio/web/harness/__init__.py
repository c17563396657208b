"""Programs that are appended to a user's program and run with it in the sandbox."""
