"""The lock that a child puts around itself, and the proof that it holds."""
