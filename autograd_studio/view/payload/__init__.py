"""What the browser gets of a run: docs/payload.md."""
