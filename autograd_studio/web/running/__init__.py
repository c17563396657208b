"""Runs that are asked for, made and kept."""
