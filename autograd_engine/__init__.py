"""A NumPy engine with PyTorch's semantics: `from autograd_engine import torch`."""
