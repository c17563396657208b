"""Activations: the nonlinear functions between a network's layers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base import errors
from ..base.dims import wrap_dim
from ..base.dtypes import OF_NUMPY
from ..base.layouts import contiguously
from ..graph.tensor import Tensor, wrap
from ..kernels import elementary
from ..kernels.generator import default_generator
from ..op.op import Number, function, implemented, in_place, named, not_differentiable, op, pointwise, publish
from ..op.operands import in_float32
from ..op.out import with_out
from ..op.shown import shown
from ..op.signatures import takes
from .bounds import limited
from .compare import where
from .create import zeros_as
from .join import _cat
from .math import cosh, exp, log1p, sigmoid, sigmoid_backward, tanh
from .pointwise import sub
from .shape import _slice, reshape


def contracted(a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c, of float16 numbers too, with one rounding but those of storing."""
    return elementary.multiply_add(a, b, a.dtype.type(c) if isinstance(c, int) else c)


def publish_in_place(name: str, definition: Callable, *homes: str) -> Callable:
    """Make the in-place form of an operator public as `name`, and return it."""
    variant = named(name)(in_place(definition))
    publish(name, variant, homes)
    return variant


# ---- rectified linear units


@pointwise(self=lambda grad, result: _threshold_backward(grad, result, 0))
def relu(self):
    """Set negative elements to 0."""
    if self.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.where(self < 0, 0, self)


relu_ = publish_in_place("relu_", relu, "torch", "Tensor", "nn.functional")


@function("nn.functional", name="relu")
def relu_or_relu_(input, inplace=False):
    """Set negative elements to 0."""
    return relu_(input) if inplace else relu.op.function(input)


@op(
    grad_output=lambda grad, self, threshold: _threshold_backward(grad, self, threshold),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * (self > threshold)",
)
def _threshold_backward(grad_output, self, threshold):
    return np.where(self <= threshold, 0, grad_output)


@pointwise(self=lambda grad, self, threshold: _threshold_backward(grad, self, threshold))
def _threshold(self, threshold: Number, value: Number):
    if self.dtype.kind == "b":
        raise errors.not_implemented("threshold_cpu", self.dtype)
    return np.where(self <= threshold, np.asarray(value).astype(self.dtype), self)


@pointwise("ThresholdBackward1", self=lambda grad, self, threshold: _threshold_backward(grad, self, threshold))
def _threshold_in_place(self, threshold: Number, value: Number):
    return _threshold(self, threshold, value)


publish("threshold", _threshold.op.function, ("torch",))
threshold_ = publish_in_place("threshold_", _threshold_in_place, "torch", "nn.functional")


@named("_threshold")
def threshold_or_threshold_(input, threshold, value, inplace=False):
    """Replace the elements that are not above `threshold` by `value`."""
    return threshold_(input, threshold, value) if inplace else _threshold(input, threshold, value)


publish("threshold", threshold_or_threshold_, ("nn.functional",))


@pointwise(
    check=implemented("leaky_relu_cpu", "f"),
    self=lambda grad, self, negative_slope: _leaky_relu_backward(grad, self, negative_slope, False),
)
@in_float32
def _leaky_relu(self, negative_slope: Number = 0.01):
    return np.where(self > 0, self, self * negative_slope)


@pointwise(
    "LeakyReluBackward1",
    check=implemented("leaky_relu_cpu", "f"),
    self=lambda grad, result, negative_slope: _leaky_relu_backward(grad, result, negative_slope, True),
)
def _leaky_relu_in_place(self, negative_slope: Number = 0.01):
    return _leaky_relu(self, negative_slope)


@op(
    grad_output=lambda grad, self, negative_slope: _leaky_relu_backward(grad, self, negative_slope, False),
    self=lambda grad: zeros_as(grad),
    shown="where(self > 0, grad_output, grad_output * negative_slope)",
)
def _leaky_relu_backward(grad_output, self, negative_slope, self_is_result):
    if self_is_result and negative_slope < 0:
        raise RuntimeError(
            "In-place leakyReLu backward calculation is triggered with a negative slope which is not "
            "supported. This is caused by calling in-place forward function with a negative slope, please "
            "call out-of-place version instead. File an issue at https://github.com/pytorch/pytorch if you "
            "do require supporting in-place leakRelu backward calculation with negative slope"
        )
    return np.where(self > 0, grad_output, grad_output * negative_slope)


leaky_relu_ = publish_in_place("leaky_relu_", _leaky_relu_in_place, "nn.functional")


@function("nn.functional")
def leaky_relu(input, negative_slope=0.01, inplace=False):
    """Multiply negative elements by a small slope."""
    return leaky_relu_(input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


@pointwise(**{"self, weight": lambda grad, self, weight: _prelu_kernel_backward(grad, self, weight)})
def _prelu_kernel(self, weight):
    errors.require_floating("prelu_cpu", self)
    return np.where(self > 0, self, self * weight)


@pointwise(
    outputs=("grad_self", "grad_weight"),
    grad_output=lambda grads, self, weight: _prelu_grad_output(grads, self, weight),
    self=lambda grads, self, grad_output: _prelu_where_negative(self, grad_output, grads[1]),
    weight=lambda grads, self, grad_output: _prelu_where_negative(self, grad_output, grads[0]),
    shown={
        "self": "where(self > 0, grad_output, grad_output * weight)",
        "weight": "where(self > 0, 0, grad_output * self)",
    },
)
def _prelu_kernel_backward(grad_output, self, weight):
    positive = self > 0
    return np.where(positive, grad_output, grad_output * weight), np.where(positive, 0, grad_output * self)


def _prelu_grad_output(grads: list, self: Any, weight: Any) -> Any:
    by_self, by_weight = grads
    if by_self is None:
        return where(self >= 0, 0.0, by_weight * self)
    negative = by_self * weight
    return where(self >= 0, by_self, negative if by_weight is None else negative + by_weight * self)


def _prelu_where_negative(self: Any, grad_output: Any, grad: Any) -> Any:
    return zeros_as(self) if grad is None else where(self >= 0, 0.0, grad_output * grad)


@function("torch", "Tensor", "nn.functional")
def prelu(input, weight):
    """Multiply negative elements by a learnable slope, one for all or one per channel (dimension 1)."""
    if input.dtype != weight.dtype:
        raise RuntimeError(f"prelu: Type promoting not supported. Got {input.dtype.legacy} and {weight.dtype.legacy}")
    count = weight.numel()
    if count != 1:
        if input.ndim == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {count} "
                f"and channel size = {channels}."
            )
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if weight.ndim != input.ndim:
        weight = reshape(weight, [count if dim == 1 else 1 for dim in range(input.ndim)])
    return _prelu_kernel(input, weight)


@pointwise(
    self=lambda grad, self, noise, lower, upper, training: _rrelu_with_noise_backward(
        grad, self, noise, lower, upper, training, False
    )
)
def _rrelu_with_noise(self, noise: Tensor, lower, upper, training):
    if not training:
        errors.require_floating("leaky_relu_cpu", self)
        return _leaky_relu(self, (lower + upper) / 2)
    errors.require_floating("rrelu_with_noise_out_cpu", self, half=False)
    flat, slopes = np.ravel(self), np.ones(self.size)
    drawn = flat <= 0
    slopes[drawn] = default_generator.uniform(int(drawn.sum())) * (upper - lower) + lower
    noise[...] = slopes.reshape(self.shape)
    return self * noise


@pointwise(
    "RreluWithNoiseBackward1",
    self=lambda grad, result, noise, lower, upper, training: _rrelu_with_noise_backward(
        grad, result, noise, lower, upper, training, True
    ),
)
def _rrelu_with_noise_in_place(self, noise: Tensor, lower, upper, training):
    return _rrelu_with_noise(self, noise, lower, upper, training)


@op(
    grad_output=lambda grad, self, noise, lower, upper, training: _rrelu_with_noise_backward(
        grad, self, noise, lower, upper, training, False
    ),
    self=lambda grad: zeros_as(grad),
)
def _rrelu_with_noise_backward(grad_output, self, noise: Tensor, lower, upper, training, self_is_result):
    if training and upper - lower > 1e-6:
        return grad_output * noise
    return _leaky_relu_backward(grad_output, self, (lower + upper) / 2, self_is_result)


def _rrelu(definition: Callable, input: Tensor, lower: float, upper: float, training: bool) -> Tensor:
    for name, bound in (("lower", lower), ("upper", upper)):
        if not math.isfinite(bound):
            raise RuntimeError(f"rrelu: {name} bound must be finite, got {bound}")
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    return definition(input, wrap(np.zeros(input._data.shape, input._data.dtype)), lower, upper, training)


_RRELU = "Tensor input, Number lower = 0.125, Number upper = 0.3333, bool training = False"


@function("torch", name="rrelu")
@takes(_RRELU, "rrelu")
def rrelu_with_noise(input, lower=1 / 8, upper=1 / 3, training=False):
    """Multiply negative elements by slopes between two bounds: random ones in training, else their mean."""
    return _rrelu(_rrelu_with_noise, input, lower, upper, training)


@function("torch", "nn.functional")
def rrelu_(input, lower=1 / 8, upper=1 / 3, training=False):
    """In-place version of `rrelu`."""
    return _rrelu(in_place(_rrelu_with_noise_in_place), input, lower, upper, training)


@function("nn.functional")
def rrelu(input, lower=1 / 8, upper=1 / 3, training=False, inplace=False):
    """Multiply negative elements by slopes between two bounds: random ones in training, else their mean."""
    return (rrelu_ if inplace else rrelu_with_noise)(input, lower, upper, training)


# ---- exponential linear units


@pointwise(
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, scale, input_scale, self: _elu_backward(grad, alpha, scale, input_scale, False, self),
)
@in_float32
def _elu(self, alpha: Number = 1.0, scale: Number = 1, input_scale: Number = 1):
    steepness = self.dtype.type(1) * alpha * scale
    return np.where(self < 0, elementary.expm1(self * input_scale) * steepness, self * scale)


@pointwise(
    "EluBackward1",
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, scale, input_scale, result: _elu_backward(grad, alpha, scale, input_scale, True, result),
)
def _elu_in_place(self, alpha: Number = 1.0, scale: Number = 1, input_scale: Number = 1):
    return _elu(self, alpha, scale, input_scale)


@op(
    grad_output=lambda grad, alpha, scale, input_scale, is_result, self_or_result: _elu_backward(
        grad, alpha, scale, input_scale, is_result, self_or_result
    ),
    self_or_result=lambda grad, grad_output, alpha, scale, input_scale, is_result, self_or_result: _elu_double_backward(
        grad, grad_output, alpha, scale, input_scale, is_result, self_or_result
    ),
    shown=(
        "elu_backward(grad_output, self_or_result) if is_result else "
        "where(self_or_result > 0, grad_output, grad_output * alpha * exp(self_or_result)) "
        "if scale == 1 and input_scale == 1 else where(self_or_result > 0, grad_output * scale, "
        "grad_output * alpha * scale * input_scale * exp(self_or_result * input_scale))"
    ),
)
@in_float32
def _elu_backward(grad_output, alpha, scale, input_scale, is_result, self_or_result):
    real = grad_output.dtype.type
    steepness = real(alpha) * real(scale)
    if not is_result:
        bent = grad_output * (real(input_scale) * steepness) * elementary.exp(self_or_result * input_scale)
    elif alpha < 0:
        raise RuntimeError(
            "In-place elu backward calculation is triggered with a negative slope which is not supported. "
            "This is caused by calling in-place forward function with a negative slope, please call "
            "out-of-place version instead."
        )
    else:
        bent = grad_output * input_scale * (self_or_result + steepness)
    return np.where(self_or_result <= 0, bent, grad_output * scale)


def _elu_double_backward(
    grad: Any,
    grad_output: Any,
    alpha: float,
    scale: float,
    input_scale: float,
    is_result: bool,
    self_or_result: Any,
) -> Any:
    grad = grad * grad_output * input_scale
    if not is_result:
        grad = _elu_backward(grad, alpha, scale, input_scale, is_result, self_or_result)
    return grad * (self_or_result < 0)


elu_ = publish_in_place("elu_", _elu_in_place, "nn.functional")


@function("nn.functional")
def elu(input, alpha=1.0, inplace=False):
    """Replace negative elements by alpha * (exp(x) - 1)."""
    return elu_(input, alpha) if inplace else _elu_of(input, alpha)


@takes("Tensor input, Number alpha = 1.0", "elu")
def _elu_of(input: Tensor, alpha: Any) -> Tensor:
    return _elu(input, alpha)


@pointwise(
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, self: _elu_backward(grad, alpha, 1, _celu_steepness(alpha), False, self),
)
def _celu(self, alpha: Number = 1.0):
    return _elu(self, alpha, 1, _celu_input_scale(alpha))


@pointwise(
    "CeluBackward1",
    check=implemented("elu_cpu", "f"),
    self=lambda grad, alpha, result: _elu_backward(grad, alpha, 1, _celu_steepness(alpha), True, result),
)
def _celu_in_place(self, alpha: Number = 1.0):
    return _elu(self, alpha, 1, _celu_input_scale(alpha))


def _celu_steepness(alpha: float) -> float:
    return 1 / float(np.float32(alpha))  # PyTorch's formula has alpha in float32


def _celu_input_scale(alpha: float) -> float:
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return 1 / alpha


publish("celu", _celu.op.function, ("torch",))
celu_ = publish_in_place("celu_", _celu_in_place, "torch", "nn.functional")


@function("nn.functional")
def celu(input, alpha=1.0, inplace=False):
    """Replace negative elements by alpha * (exp(x / alpha) - 1)."""
    return celu_(input, alpha) if inplace else _celu(input, alpha)


SELU_ALPHA, SELU_SCALE = 1.6732632423543772, 1.0507009873554805


@function("torch", "nn.functional")
def selu_(input):
    """In-place version of `selu`."""
    return elu_(input, SELU_ALPHA, SELU_SCALE)


@function("torch", name="selu")
@takes("Tensor input", "selu")
def scaled_elu(input):
    """Scaled exponential linear unit, which keeps mean 0 and variance 1."""
    return _elu(input, SELU_ALPHA, SELU_SCALE)


@function("nn.functional")
def selu(input, inplace=False):
    """Scaled exponential linear unit, which keeps mean 0 and variance 1."""
    return selu_(input) if inplace else scaled_elu(input)


# ---- smooth gates


@pointwise(
    check=implemented("GeluKernelImpl", "f"),
    self=lambda grad, self, approximate: _gelu_backward(grad, self, approximate),
)
@in_float32
def _gelu(self, *, approximate="none"):
    if approximate == "none":
        return self * 0.5 * (1 + elementary.erf(self * self.dtype.type(math.sqrt(0.5))))
    if approximate == "tanh":
        return 0.5 * self * (1 + elementary.tanh(_gelu_inner(self)))
    raise RuntimeError("approximate argument must be either none or tanh.")


GELU_SLOPE, GELU_CUBIC = math.sqrt(2 / math.pi), 0.044715


def _gelu_inner(x: np.ndarray) -> np.ndarray:
    return GELU_SLOPE * elementary.multiply_add(x * x * x, x.dtype.type(GELU_CUBIC), x)


@op(
    grad_output=lambda grad, self, approximate: _gelu_backward(grad, self, approximate),
    self=lambda grad, grad_output, self, approximate: _gelu_double_backward(grad, grad_output, self, approximate),
    shown=(
        "grad_output * (0.5 * (1 + erf(self / sqrt(2))) + self * exp(-self ** 2 / 2) / sqrt(2 * pi)) "
        "if approximate == 'none' else gelu_backward(grad_output, self)"
    ),
)
@in_float32
def _gelu_backward(grad_output, self, approximate):
    if approximate == "none":
        share = 0.5 * (1 + elementary.erf(self * self.dtype.type(math.sqrt(0.5))))
        density = elementary.exp(self * self * -0.5) * self.dtype.type(1 / math.sqrt(2 * math.pi))
        return grad_output * contracted(self, density, share)
    real, multiply_add = self.dtype.type, elementary.multiply_add
    gate = elementary.tanh(_gelu_inner(self))
    slope = GELU_SLOPE * multiply_add(self * self, real(3) * real(GELU_CUBIC), real(1))
    rise = 0.5 * self * multiply_add(-gate, gate, real(1)) * slope
    return grad_output * multiply_add(1 + gate, real(0.5), rise)


def _gelu_double_backward(grad: Any, grad_output: Any, self: Any, approximate: str) -> Any:
    if approximate == "none":
        square = self * self
        density = exp(square * -0.5) * (1 / math.sqrt(2 * math.pi))
        return (grad * grad_output) * (density * 2 - square * density)
    inner = (self + self * self * self * GELU_CUBIC) * GELU_SLOPE
    gate, sech, half = tanh(inner), 1 / cosh(inner), self * 0.5
    drop = sub(1, gate * gate)
    slope = (self * (self * (3 * GELU_CUBIC)) + 1) * GELU_SLOPE
    straight = drop * 0.5 * slope * 2
    bend = (half * slope) * ((sech * 2) * (-sech * gate) * slope)
    curve = (half * drop) * (self * (6 * GELU_CUBIC) * GELU_SLOPE)
    return (grad * grad_output) * (straight + bend + curve)


publish("gelu", _gelu.op.function, ("nn.functional",))


@pointwise(check=implemented("silu_cpu", "f"), self=lambda grad, self: _silu_backward(grad, self))
@in_float32
def _silu(self):
    return self / (1 + elementary.exp(-self))


@shown("grad * sigmoid(self) * (1 + self * (1 - sigmoid(self)))")
def _silu_backward(grad: Any, self: Any) -> Any:
    if not isinstance(grad, Tensor):
        return _silu_gradient(grad, self)
    gate = sigmoid(self)
    return grad * gate * (self * sub(1, gate) + 1)


@in_float32
def _silu_gradient(grad: np.ndarray, x: np.ndarray) -> np.ndarray:
    gate = sigmoid(x)
    return grad * gate * contracted(x, 1 - gate, 1)


silu_ = in_place(_silu)


@function("nn.functional")
def silu(input, inplace=False):
    """Multiply each element by its sigmoid; also known as swish."""
    return silu_(input) if inplace else _silu(input)


@pointwise(check=implemented("mish_cpu", "f"), self=lambda grad, self: _mish_backward(grad, self))
@in_float32
def _mish(self):
    return self * elementary.tanh(elementary.log1p(elementary.exp(self)))


def _mish_backward(grad: Any, self: Any) -> Any:
    if not isinstance(grad, Tensor):
        return _mish_gradient(grad, self)
    slope = sigmoid(self)
    gate = tanh(log1p(exp(self)))
    return grad * (gate + self * slope * sub(1, gate * gate))


@in_float32
def _mish_gradient(grad: np.ndarray, x: np.ndarray) -> np.ndarray:
    gate = elementary.tanh(elementary.log1p(elementary.exp(x)))
    return grad * contracted(x * sigmoid(x), contracted(-gate, gate, 1), gate)


mish_ = in_place(_mish)


@function("nn.functional")
def mish(input, inplace=False):
    """Multiply each element by the tanh of its softplus."""
    return mish_(input) if inplace else _mish(input)


@op(self=lambda grad, self, dim: _glu_backward(grad, self, dim))
@in_float32
def _glu(self, dim: int = -1):
    errors.require_floating("glu_cpu", self)
    first, second = _halves(self, wrap_dim(dim, self.ndim))
    return first * sigmoid(second)


def _halves(tensor: Any, dim: int) -> tuple[Any, Any]:
    size = tensor.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    return _slice(tensor, dim, 0, size // 2), _slice(tensor, dim, size // 2, size)


@op(
    grad_output=lambda grad, self, dim: _glu_double_backward_grad_output(grad, self, dim),
    self=lambda grad, grad_output, self, dim: _glu_double_backward(grad, grad_output, self, dim),
)
@in_float32
def _glu_backward(grad_output, self, dim):
    dim = wrap_dim(dim, self.ndim)
    first, second = _halves(self, dim)
    gate = sigmoid(second)
    return np.concatenate((grad_output * gate, (1 - gate) * gate * first * grad_output), dim)


def _glu_double_backward_grad_output(grad: Any, self: Any, dim: int) -> Any:
    dim = wrap_dim(dim, self.ndim)
    ones = zeros_as(_halves(self, dim)[0]) + 1
    first, second = _halves(grad * _glu_backward(ones, self, dim), dim)
    return first + second


def _glu_double_backward(grad: Any, grad_output: Any, self: Any, dim: int) -> Any:
    dim = wrap_dim(dim, self.ndim)
    (grad_first, grad_second), (first, second) = _halves(grad, dim), _halves(self, dim)
    gate = sigmoid(second)
    rest = sub(1, gate)
    slope = gate * rest
    bend = (grad_second * first * grad_output) * (slope * rest - gate * slope)
    return _cat([(grad_second * grad_output) * slope, bend + (grad_first * grad_output) * slope], dim)


@function("nn.functional")
def glu(input, dim=-1):
    """Gated linear unit: the first half of a dimension times the sigmoid of the second."""
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return _glu(input, dim)


@pointwise(
    check=implemented("softplus_cpu", "f"),
    self=lambda grad, self, beta, threshold: _softplus_backward(grad, self, beta, threshold),
)
@in_float32
def _softplus(self, beta: Number = 1, threshold: Number = 20):
    scaled = self * beta
    return np.where(scaled > threshold, self, elementary.log1p(elementary.exp(scaled)) / beta)


@op(
    grad_output=lambda grad, self, beta, threshold: _softplus_backward(grad, self, beta, threshold),
    self=lambda grad, grad_output, self, beta, threshold: _softplus_double_backward(
        grad * grad_output, self, beta, threshold
    ),
    shown="grad_output * sigmoid(self) if beta == 1 else grad_output * sigmoid(beta * self)",
)
@in_float32
def _softplus_backward(grad_output, self, beta, threshold):
    scaled = self * beta
    z = elementary.exp(scaled)
    return np.where(scaled > threshold, grad_output, grad_output * z / (z + 1))


def _softplus_double_backward(grad: Any, self: Any, beta: float, threshold: float) -> Any:
    scaled = self * beta
    return sigmoid_backward(grad, sigmoid(scaled)) * (scaled < threshold) * beta


publish("softplus", _softplus.op.function, ("nn.functional",))


@op(
    "LogSigmoidBackward0",
    outputs=("output", "buffer"),
    differentiable=1,
    self=lambda grad, self, buffer: _log_sigmoid_backward(grad, self, buffer),
)
@contiguously
@in_float32
def _log_sigmoid_forward(self):
    errors.require_floating("log_sigmoid_cpu", self)
    buffer = elementary.exp(-np.abs(self))
    return np.minimum(0, self) - elementary.log1p(buffer), buffer


@op(
    grad_output=lambda grad, self, buffer: _log_sigmoid_backward(grad, self, buffer),
    self=lambda grad, grad_output, self: _log_sigmoid_double_backward(grad * grad_output, self),
    shown="grad_output * sigmoid(-self)",
)
@in_float32
def _log_sigmoid_backward(grad_output, self, buffer: Tensor):
    negative = self < 0
    return grad_output * (negative - np.where(negative, 1, -1).astype(self.dtype) * (buffer / (1 + buffer)))


def _log_sigmoid_double_backward(grad: Any, self: Any) -> Any:
    gate = sigmoid(self)
    return grad * (gate - 1) * gate


@takes("Tensor input", "log_sigmoid")
def log_sigmoid(input):
    """Logarithm of the sigmoid, elementwise."""
    return _log_sigmoid_forward(input)[0]


publish("logsigmoid", with_out(log_sigmoid, "log_sigmoid", lambda: False), ("nn.functional",))


@function("nn.functional")
def softsign(input):
    """Divide each element by one more than its absolute value."""
    return input / (input.abs() + 1)


@function("nn.functional")
def tanhshrink(input):
    """Subtract from each element its tanh."""
    return input - input.tanh()


@function("nn.functional", name="tanh")
def tanh_of(input):
    """Hyperbolic tangent, elementwise."""
    return input.tanh()


@function("nn.functional", name="sigmoid")
def sigmoid_of(input):
    """Logistic function, elementwise."""
    return input.sigmoid()


# ---- piecewise linear


@pointwise(self=lambda grad, self, min_val, max_val: _hardtanh_backward(grad, self, min_val, max_val))
def _hardtanh(self, min_val: Number = -1.0, max_val: Number = 1.0):
    if self.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if self.dtype.kind in "iu":
        min_val, max_val = int(min_val), int(max_val)
        if self.dtype.kind == "u" and min_val < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    return limited(self, min_val, max_val)


@op(
    grad_output=lambda grad, self, min_val, max_val: _hardtanh_backward(grad, self, min_val, max_val),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * ((self > min_val) & (self < max_val))",
)
def _hardtanh_backward(grad_output, self, min_val, max_val):
    return np.where((self <= min_val) | (self >= max_val), 0, grad_output)


hardtanh_ = publish_in_place("hardtanh_", _hardtanh, "nn.functional")


@function("nn.functional")
def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Limit each element to [min_val, max_val]; the gradient on the bounds is 0."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return hardtanh_(input, min_val, max_val) if inplace else _hardtanh(input, min_val, max_val)


@function("nn.functional")
@takes("Tensor input, bool inplace = False", "relu6")
def relu6(input, inplace=False):
    """Limit each element to [0, 6]."""
    return hardtanh_(input, 0, 6) if inplace else _hardtanh(input, 0, 6)


ONE_SIXTH = float(np.float32(1 / 6))  # PyTorch's kernel has the constant in float32, whatever it computes in


@pointwise(check=implemented("hardsigmoid_cpu", "f"), self=lambda grad, self: _hardsigmoid_backward(grad, self))
@in_float32
def _hardsigmoid(self):
    return np.minimum(np.maximum(self + 3, 0), 6) / 6


@op(
    "NotImplemented",
    grad_output=not_differentiable("hardsigmoid_backward"),
    self=not_differentiable("hardsigmoid_backward"),
    shown="grad_output * ((self > -3) & (self < 3)) / 6",
)
@in_float32
def _hardsigmoid_backward(grad_output, self):
    return np.where((self > -3) & (self < 3), grad_output * ONE_SIXTH, 0)


hardsigmoid_ = in_place(_hardsigmoid)


@function("nn.functional")
def hardsigmoid(input, inplace=False):
    """Piecewise linear approximation of the sigmoid."""
    return hardsigmoid_(input) if inplace else _hardsigmoid(input)


@pointwise(check=implemented("hardswish_cpu", "f"), self=lambda grad, self: _hardswish_backward(grad, self))
@in_float32
def _hardswish(self):
    return self * np.minimum(np.maximum(self + 3, 0), 6) / 6


@op(
    grad_output=lambda grad, self: _hardswish_backward(grad, self),
    self=lambda grad, grad_output, self: where((self > -3) & (self < 3), grad * grad_output / 3.0, 0.0),
    shown="where(self <= -3, 0, where(self < 3, grad_output * (self / 3 + 0.5), grad_output))",
)
@in_float32
def _hardswish_backward(grad_output, self):
    sloped = np.where(self < 3, grad_output * (self / 3 + 0.5), grad_output)
    return np.where(self <= -3, 0, sloped)


hardswish_ = in_place(_hardswish)


@function("nn.functional")
def hardswish(input, inplace=False):
    """Multiply each element by its hardsigmoid."""
    return hardswish_(input) if inplace else _hardswish(input)


@pointwise(
    check=implemented("softshrink_check", "f"),
    self=lambda grad, self, lambd: _softshrink_backward(grad, self, lambd),
)
@in_float32
def _softshrink(self, lambd: Number = 0.5):
    largest = np.finfo(self.dtype).max
    if not 0 <= lambd <= largest:
        name = OF_NUMPY[self.dtype].legacy
        raise RuntimeError(f"lambda must be in range [0, {largest:g}] for input dtype {name}, but found {lambd:g}")
    shrunk = np.where(self > lambd, self - lambd, np.where(self < -lambd, self + lambd, self * 0))
    return shrunk.astype(self.dtype, copy=False)


def _shrunk_backward(grad: np.ndarray, x: np.ndarray, lambd: float) -> np.ndarray:
    return np.where((x >= -lambd) & (x <= lambd), 0, grad)


@op(
    grad_output=lambda grad, self, lambd: _softshrink_backward(grad, self, lambd),
    self=lambda grad: zeros_as(grad),
    shown="grad_output * (abs(self) > lambd)",
)
def _softshrink_backward(grad_output, self, lambd):
    return _shrunk_backward(grad_output, self, lambd)


publish("softshrink", _softshrink.op.function, ("nn.functional",))


@pointwise(
    check=implemented("hardshrink_cpu", "f"),
    self=lambda grad, self, lambd: _hardshrink_backward(grad, self, lambd),
)
@in_float32
def hardshrink(self, lambd: Number = 0.5):
    """Set elements between -lambd and lambd to 0."""
    return np.where((self >= -lambd) & (self <= lambd), 0, self)


@op(
    grad_out=lambda grad, self, lambd: _hardshrink_backward(grad, self, lambd),
    self=lambda grad: zeros_as(grad),
    shown="grad_out * (abs(self) > lambd)",
)
def _hardshrink_backward(grad_out, self, lambd):
    return _shrunk_backward(grad_out, self, lambd)


publish("hardshrink", hardshrink.op.function, ("nn.functional",))
