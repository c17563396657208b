"""Fixes: the program without a mistake, where it is certain which text has to change."""
