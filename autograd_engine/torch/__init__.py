"""The PyTorch-shaped namespace: `from autograd_engine import torch` reads like `import torch`."""

from math import e, inf, nan, pi

from .. import dtypes as _dtypes
from .. import ops as _ops  # registers every operator
from ..anomaly import anomaly_enabled as is_anomaly_enabled
from ..anomaly import check_nan_enabled as is_anomaly_check_nan_enabled
from ..builtin import placed as _placed
from ..device import device
from ..dtypes import dtype
from ..foreign import protect as _protect
from ..generator import default_generator
from ..grad_mode import enable_grad, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled
from ..inference import inference_mode
from ..layouts import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    layout,
    memory_format,
    preserve_format,
    sparse_coo,
    strided,
)
from ..limits import finfo, iinfo
from ..op import HOMES as _HOMES
from ..ops.random import Generator
from ..ops.storage import TypedStorage, UntypedStorage
from ..printing import set_printoptions
from ..size import Size
from ..tensor import Tensor
from ._absent import known as _known

globals().update(_placed("torch", _known("torch", _HOMES["torch"])))
globals().update({d.name: d for d in _dtypes.ALL + _dtypes.UNAVAILABLE})
chalf, cfloat, cdouble = _dtypes.UNAVAILABLE[1:4]
newaxis = None
has_lapack = has_mkl = has_openmp = has_spectral = True
half, float, double, short, int, long = (
    _dtypes.float16, _dtypes.float32, _dtypes.float64, _dtypes.int16, _dtypes.int32, _dtypes.int64,
)  # fmt: skip

from . import (
    _C,
    __future__,
    accelerator,
    amp,
    autograd,
    backends,
    cpu,
    cuda,
    distributions,
    func,
    functional,
    hub,
    linalg,
    masked,
    mps,
    nn,
    optim,
    overrides,
    profiler,
    random,
    serialization,
    special,
    testing,
    types,
    utils,
    version,
    xpu,
)
from ._absent import install as _explain_absent_names
from ._home import name_after_torch as _name_after_torch
from ._settings import *
from .amp import GradScaler, autocast
from .serialization import load, save
from .version import __version__

_name_after_torch()
_protect(Tensor, "torch._C.TensorBase")
_explain_absent_names()
