"""Running a program: its surroundings, its end, and the names of its variables."""
