"""`torch.version`: which PyTorch this is like, and what it was not built for."""

__version__ = "2.13.0+cpu"
cuda = hip = xpu = None
