"""Errors that end a program: what they are about, and the line that led there."""
