"""`torch.profiler`: what of it a program can do without measuring times."""

from .autograd.profiler import profile, record_function

__all__ = ["profile", "record_function"]
