"""Runs: what came of a program, those that are known, and those that are under way."""
