"""The PyTorch-shaped namespace: `from autograd_engine import torch` reads like `import torch`."""

from .. import dtypes as _dtypes
from .. import ops as _ops  # registers every operator
from ..device import device
from ..dtypes import dtype
from ..grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from ..op import HOMES as _HOMES
from ..printing import get_printoptions, set_printoptions
from ..size import Size
from ..tensor import Tensor

__version__ = "2.13.0+cpu"

globals().update(_HOMES["torch"])
globals().update({d.name: d for d in _dtypes.ALL})
half, float, double, short, int, long = (
    _dtypes.float16, _dtypes.float32, _dtypes.float64, _dtypes.int16, _dtypes.int32, _dtypes.int64,
)  # fmt: skip

from . import autograd  # noqa: E402
