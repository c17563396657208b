"""`torch.optim.lr_scheduler`: how the learning rates of an optimizer's groups change from step to step."""

from .combined import ChainedScheduler, SequentialLR
from .curves import CosineAnnealingLR, CosineAnnealingWarmRestarts, ExponentialLR, LinearLR, PolynomialLR
from .cycles import CyclicLR, OneCycleLR
from .plateau import ReduceLROnPlateau
from .schedule import LRScheduler
from .steps import ConstantLR, LambdaLR, MultiplicativeLR, MultiStepLR, StepLR

_LRScheduler = LRScheduler

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "ExponentialLR",
    "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR", "PolynomialLR",
    "ReduceLROnPlateau", "SequentialLR", "StepLR",
]  # fmt: skip

for _name in __all__:
    globals()[_name].__module__ = "torch.optim.lr_scheduler"  # PyTorch has them in one module
