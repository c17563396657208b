"""`torch.optim`: optimizers, and schedules for their learning rates."""

from . import lr_scheduler, swa_utils
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam
from .adamw import AdamW
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD

del adadelta, adagrad, adam, adamw, lbfgs, optimizer, rmsprop, sgd  # noqa: F821

__all__ = [
    "Adadelta", "Adagrad", "Adam", "AdamW", "LBFGS", "Optimizer", "RMSprop", "SGD", "lr_scheduler", "swa_utils",
]  # fmt: skip
