"""Autograd Studio as an installed package: the command `autograd-studio`, with the studio's own modules in `studio/`."""
