"""The PyTorch-shaped namespace: `from autograd_engine import torch` reads like `import torch`."""

import importlib as _importlib
import pkgutil as _pkgutil
import sys as _sys
from math import e, inf, nan, pi
from typing import Any as _Any

from .. import ops as _ops  # registers every operator
from ..base import dtypes as _dtypes
from ..base.device import device
from ..base.dtypes import dtype
from ..base.foreign import protect as _protect
from ..base.layouts import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    layout,
    memory_format,
    preserve_format,
    sparse_coo,
    strided,
)
from ..base.limits import finfo, iinfo
from ..base.printing import set_printoptions
from ..base.size import Size
from ..graph.anomaly import anomaly_enabled as is_anomaly_enabled
from ..graph.anomaly import check_nan_enabled as is_anomaly_check_nan_enabled
from ..graph.grad_mode import enable_grad, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled
from ..graph.inference import inference_mode
from ..graph.tensor import Tensor
from ..kernels.generator import default_generator
from ..op.builtin import placed as _placed
from ..op.namespaces import HOMES as _HOMES
from ..ops.sampling import Generator
from ..ops.storage import TypedStorage, UntypedStorage
from ..passes import backward as _backward  # registers Tensor.backward
from . import _importing  # how all that follows is imported
from ._absent import explain as _explain
from ._absent import explain_absent_methods as _explain_absent_methods
from ._absent import known as _known
from ._home import name_after_torch as _name_after_torch

globals().update(_placed("torch", _known("torch", _HOMES["torch"])))
globals().update({d.name: d for d in _dtypes.ALL + _dtypes.UNAVAILABLE})
chalf, cfloat, cdouble = _dtypes.UNAVAILABLE[1:4]
newaxis = None
has_lapack = has_mkl = has_openmp = has_spectral = True
half, float, double, short, int, long = (
    _dtypes.float16, _dtypes.float32, _dtypes.float64, _dtypes.int16, _dtypes.int32, _dtypes.int64,
)  # fmt: skip

from . import _C, overrides
from ._settings import *
from .version import __version__

_SUBMODULES = frozenset(module.name for module in _pkgutil.iter_modules(_sys.modules[__package__].__path__))
_ELSEWHERE = {
    "GradScaler": "amp", "autocast": "amp", "compile": "compiler", "load": "serialization", "save": "serialization",
}  # fmt: skip


def __getattr__(name: str) -> _Any:
    """Import a submodule, or what lives in one, when it is first asked for."""
    if name in _SUBMODULES:
        return _importlib.import_module(f"{__package__}.{name}")
    if name in _ELSEWHERE:
        globals()[name] = getattr(_importlib.import_module(f"{__package__}.{_ELSEWHERE[name]}"), name)
        return globals()[name]
    return _explain("torch", name, None, f"module 'torch' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *_SUBMODULES, *_ELSEWHERE})


_name_after_torch(_sys.modules[__package__])
_protect(Tensor, "torch._C.TensorBase")
_explain_absent_methods()
overrides.functions_are_of(_sys.modules[__package__])
