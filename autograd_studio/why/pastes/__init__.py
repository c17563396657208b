"""Pasted programs: what they lack, and the lines that supply it."""
