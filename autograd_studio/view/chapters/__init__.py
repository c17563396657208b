"""Which part of a run is told: its chapters, and what a long run leaves out."""
