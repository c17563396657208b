"""Gradients that are None: which of them are mistakes, and why there is none."""
