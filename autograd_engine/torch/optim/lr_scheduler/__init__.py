"""`torch.optim.lr_scheduler`: how the learning rates of an optimizer's groups change from step to step."""

from .curves import CosineAnnealingLR, CosineAnnealingWarmRestarts, ExponentialLR, LinearLR
from .one_cycle import OneCycleLR
from .plateau import ReduceLROnPlateau
from .schedule import LRScheduler
from .sequential import SequentialLR
from .steps import ConstantLR, LambdaLR, MultiStepLR, StepLR

_LRScheduler = LRScheduler

__all__ = [
    "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR",
    "MultiStepLR", "OneCycleLR", "ReduceLROnPlateau", "SequentialLR", "StepLR",
]  # fmt: skip

for _name in __all__:
    globals()[_name].__module__ = "torch.optim.lr_scheduler"  # PyTorch has them in one module
