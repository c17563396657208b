"""`torch.backends`: what PyTorch computes with, as far as programs ask or set it."""

from . import cuda, cudnn, mps

__all__ = ["cuda", "cudnn", "mps"]
