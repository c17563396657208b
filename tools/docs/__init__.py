"""The documentation as pages: `python -m tools.docs` writes build/docs, and fails at the first link that leads nowhere."""
