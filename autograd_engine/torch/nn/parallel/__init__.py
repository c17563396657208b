"""`torch.nn.parallel`: a module on several GPUs, of which there are none."""

from .data_parallel import DataParallel

__all__ = ["DataParallel"]
