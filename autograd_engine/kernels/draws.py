"""Random numbers as PyTorch's CPU functions make them: the same seed gives the same numbers.

Each function takes words from a generator (None: the default one) in PyTorch's order and turns them into
numbers with PyTorch's arithmetic. A name with a trailing underscore fills the given array, in the order of
its memory, and returns it; the others return a new array. Recorded from torch 2.13.0
(`tests/records/random.json`).

Float64 logarithms, sines, cosines, tangents and exponentials are the C library's, as they are PyTorch's: with
another C library their last bit may differ, in PyTorch as here.
"""

import math
from collections.abc import Sequence

import numpy as np

from autograd_engine.base import dtypes, errors
from autograd_engine.kernels import kernel_math
from autograd_engine.kernels.elementary import multiply_add
from autograd_engine.kernels.generator import Generator, default_generator
from autograd_engine.kernels.kernel_math import libm

from ..base import positions

# ---- uniform numbers and integers ----


def rand(
    shape: int | Sequence[int], dtype: np.dtype | type = np.float32, generator: Generator | None = None
) -> np.ndarray:
    """Uniform numbers in [0, 1)."""
    return uniform_(np.empty(shape, dtype), 0.0, 1.0, generator)


def uniform_(array: np.ndarray, low: float = 0.0, high: float = 1.0, generator: Generator | None = None) -> np.ndarray:
    """Fill a floating-point array with uniform numbers in [low, high)."""
    errors.require_floating("check_uniform_bounds", array)
    _check_bounds(array.dtype, ("from", low), ("to", high))
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if high - low > _limits(array.dtype)[1]:
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{_legacy(array)}>::max(), but found "
            f"to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )
    real = _real(array.dtype)
    uniform = (generator or default_generator).uniform(array.size, real)
    values = multiply_add(uniform, real(high) - real(low), real(low)).astype(array.dtype)
    # Rounding can reach the open end; PyTorch then takes the closed one.
    values[values == array.dtype.type(high)] = low
    return _fill(array, values)


def randint(
    low: int, high: int, shape: int | Sequence[int], dtype: np.dtype | type = np.int64,
    generator: Generator | None = None,
) -> np.ndarray:  # fmt: skip
    """Integers in [low, high), in any dtype."""
    return random_(np.empty(shape, dtype), low, high, generator)


def random_(
    array: np.ndarray, low: int | None = None, high: int | None = None, generator: Generator | None = None
) -> np.ndarray:
    """Fill an array with integers in [low, high).

    Without `high` they go up to the dtype's largest integer (a float's: 2**digits); without both, from zero.
    """
    generator = generator or default_generator
    if low is None:
        low, span = 0, _largest(array.dtype) + 1
        wide = array.dtype in (np.int64, np.float64)
    else:
        low, high = _integer_range(array.dtype, low, high)
        span = high - low
        wide = span >= 2**28
    values = generator.words64(array.size) if wide else generator.words(array.size)
    if span < 2**64:  # else a word is a number as it stands
        values = values % np.uint64(span) + np.uint64(low % 2**64)
    return _fill(array, values.view(np.int64))


def randperm(n: int, dtype: np.dtype | type = np.int64, generator: Generator | None = None) -> np.ndarray:
    """The integers 0 to n - 1 in random order.

    From 2**32 / 20 on PyTorch shuffles in another way, which is not reproduced.
    """
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    if n > _largest(np.dtype(dtype)) + 1:
        raise errors.overflow(np.dtype(dtype))
    left = np.arange(n, 1, -1, dtype=np.uint64)
    steps = (generator or default_generator).words(left.size) % left
    order = list(range(n))
    for i, step in enumerate(steps.tolist()):
        order[i], order[i + step] = order[i + step], order[i]
    return np.array(order, dtype)


# ---- normal numbers ----


def randn(
    shape: int | Sequence[int], dtype: np.dtype | type = np.float32, generator: Generator | None = None
) -> np.ndarray:
    """Standard normal numbers."""
    return normal_(np.empty(shape, dtype), 0.0, 1.0, generator)


def normal_(array: np.ndarray, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> np.ndarray:
    """Fill a floating-point array with normal numbers.

    A contiguous array of 16 numbers or more is made in blocks of 16, any other two by two.
    """
    if not std >= 0.0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if array.size == 0:
        return array
    errors.require_floating("normal_kernel_cpu", array)
    generator = generator or default_generator
    if array.size >= 16 and array.flags.c_contiguous:
        return _fill(array, _normal_blocks(array.size, array.dtype, mean, std, generator))
    return _fill(array, multiply_add(generator.normal(array.size), std, mean))


def normal(mean: np.ndarray | float, std: np.ndarray | float, generator: Generator | None = None) -> np.ndarray:
    """Normal numbers, each with a mean and a standard deviation of its own; one of the two is an array.

    Shapes are broadcast. The dtype is that of `mean`, or that of `std` if `mean` is a number.
    """
    dtype = mean.dtype if isinstance(mean, np.ndarray) else std.dtype
    out = np.empty(np.broadcast_shapes(np.shape(mean), np.shape(std)), dtype)
    if not isinstance(std, np.ndarray):
        normal_(out, 0.0, std, generator)
    elif (std < 0).any():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    else:
        normal_(out, 0.0, 1.0, generator)
        out *= std
    out += mean
    return out


def _normal_blocks(n: int, dtype: np.dtype, mean: float, std: float, generator: Generator) -> np.ndarray:
    """`n` normal numbers in blocks of 16; if the last is not full, one more replaces the last 16 numbers."""
    real = _real(dtype)
    rest = n % 16
    # For the numbers of the last block, all dtypes but float16 draw words in vain.
    uniform = generator.uniform(n - rest if dtype == np.float16 else n, real)
    values = np.empty(n, real)
    values[: n - rest] = _box_muller(uniform[: n - rest], mean, std)
    if rest:
        values[-16:] = _box_muller(generator.uniform(16, real), mean, std)
    return values


def _box_muller(uniform: np.ndarray, mean: float, std: float) -> np.ndarray:
    """As many normal numbers: in each block of 16, eight uniform ones give radii, the other eight angles."""
    real = uniform.dtype.type
    u1, u2 = uniform.reshape(-1, 2, 8).swapaxes(0, 1).reshape(2, -1)
    angle = real(2 * math.pi) * u2
    if real is np.float32:
        radius = np.sqrt(real(-2) * kernel_math.log32(1 - u1))
        sine, cosine = kernel_math.sincos32(angle)
    else:
        radius = np.sqrt(-2.0 * libm(math.log, 1 - u1))
        sine, cosine = libm(math.sin, angle), libm(math.cos, angle)
    pairs = np.stack((radius * cosine, radius * sine))
    normal = pairs.reshape(2, -1, 8).swapaxes(0, 1).ravel()
    return multiply_add(normal, real(std), real(mean))


# ---- other distributions ----


def bernoulli_(array: np.ndarray, p: np.ndarray | float = 0.5, generator: Generator | None = None) -> np.ndarray:
    """Fill an array with ones, of probability `p` (one number or an array of them), and zeros."""
    generator = generator or default_generator
    if isinstance(p, np.ndarray):
        errors.require_floating("bernoulli_tensor_cpu_p_", p)
        if not ((p >= 0) & (p <= 1)).all():
            raise RuntimeError(
                "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be "
                "improved?  If so, please report an enhancement request to PyTorch.)"
            )
        p = _in_memory_order(np.broadcast_to(p, array.shape), array).ravel()
        return _fill(array, generator.uniform(p.size, _real(p.dtype)) < p)
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    return _fill(array, generator.uniform(array.size) < p)


def bernoulli(p: np.ndarray, generator: Generator | None = None) -> np.ndarray:
    """Ones with the probabilities in the floating-point array `p`, else zeros, in its dtype."""
    return bernoulli_(np.empty(p.shape, p.dtype), p, generator)


def exponential_(array: np.ndarray, rate: float = 1.0, generator: Generator | None = None) -> np.ndarray:
    """Fill a floating-point array with exponentially distributed numbers of mean 1 / rate."""
    if not rate > 0.0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    if array.size:
        _require_continuous("Exponential", array, _legacy(array))
    uniform = (generator or default_generator).uniform(array.size)
    return _fill(array, -1.0 / rate * libm(math.log1p, -uniform))


def gamma(shape: np.ndarray, generator: Generator | None = None) -> np.ndarray:
    """Gamma-distributed numbers of rate 1 with the shape parameters in the floating-point array `shape`, in its dtype."""
    values = np.array(_gammas(shape, generator), np.float64).reshape(shape.shape)
    return np.maximum(values.astype(shape.dtype), np.finfo(shape.dtype).tiny)


def dirichlet(concentration: np.ndarray, generator: Generator | None = None) -> np.ndarray:
    """Vectors that sum to 1, along the last dimension: gamma-distributed numbers divided by their sum."""
    dtype = concentration.dtype
    values = np.array(_gammas(concentration.astype(np.float64), generator)).reshape(concentration.shape)
    values = (values / values.sum(axis=-1, keepdims=True)).astype(dtype)
    return np.clip(values, np.finfo(dtype).tiny, np.nextafter(dtype.type(1), dtype.type(0)))


def _gammas(shape: np.ndarray, generator: Generator | None) -> list[float]:
    generator = generator or default_generator
    return [_gamma(alpha, generator) for alpha in shape.ravel()]


def _gamma(alpha: np.floating, generator: Generator) -> float:
    """Marsaglia and Tsang's rejection (2000); some constants are of single precision, and `alpha` keeps its own."""
    scale, one = 1.0, alpha.dtype.type(1)
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale = math.pow(1 - generator.random(), float(one / alpha))
        alpha = alpha + one
    d = float(alpha - alpha.dtype.type(np.float32(1) / np.float32(3)))
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        y = 0.0
        while y <= 0:
            x = float(generator.normal(1)[0])
            y = 1.0 + c * x
        v = y * y * y
        u = 1 - generator.random()
        xx = x * x
        if u < 1.0 - float(np.float32(0.0331)) * xx * xx or math.log(u) < 0.5 * xx + d * (1.0 - v + math.log(v)):
            return scale * d * v


def multinomial(
    weights: np.ndarray, n: int, replacement: bool = False, generator: Generator | None = None
) -> np.ndarray:
    """Draw `n` categories (int64) with the weights in each row of a 1-D or 2-D floating-point array.

    Without replacement, categories that tie (those of weight zero, when the others run out, and some in
    float16) may come in another order than PyTorch's.
    """
    _check_multinomial(weights, n, replacement)
    generator = generator or default_generator
    if replacement and n > 1:
        rows = [_inverse_cumulative(row, n, generator) for row in np.atleast_2d(weights)]
        return np.reshape(rows, (*weights.shape[:-1], n)).astype(np.int64)
    # The place of the largest weight / exponential is one draw; the n largest are n without replacement.
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        score = weights / exponential_(np.empty(weights.shape, weights.dtype), 1.0, generator)
    return positions.argsort(-score)[..., :n].copy()


def _inverse_cumulative(weights: np.ndarray, n: int, generator: Generator) -> np.ndarray:
    """Draw `n` categories by the places of uniform numbers in the running sum of the weights."""
    running = np.cumsum(weights, dtype=_real(weights.dtype))
    running /= running[-1]
    return positions.searchsorted(running.astype(np.float64), generator.uniform(n))


# ---- how an array is filled ----


def _fill(array: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Write the flat `values`, converted to the array's dtype, in the order of the array's memory."""
    view = _in_memory_order(array, array)
    with np.errstate(over="ignore"):
        if array.dtype == np.float16:
            values = values.astype(np.float32)  # C++ converts double to half by way of float
        view[...] = values.reshape(view.shape)
    return array


def _in_memory_order(array: np.ndarray, model: np.ndarray) -> np.ndarray:
    """A view of `array` with its axes in the order in which those of `model` lie in memory."""
    if model.flags.c_contiguous:
        return array
    return array.transpose(sorted(range(model.ndim), key=lambda axis: -model.strides[axis]))


# ---- dtypes, and what is refused in PyTorch's words ----


def _legacy(array: np.ndarray) -> str:
    return dtypes.OF_NUMPY[array.dtype].legacy


def _real(dtype: np.dtype) -> type:
    """The type in which numbers of a floating-point dtype are computed: float32 for float16."""
    return np.float64 if dtype == np.float64 else np.float32


def _limits(dtype: np.dtype) -> tuple[float, float]:
    if dtype == np.bool_:
        return 0, 1
    info = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return (float(info.min), float(info.max)) if dtype.kind == "f" else (info.min, info.max)


def _largest(dtype: np.dtype) -> int:
    """The largest integer of a dtype; of a float, the one up to which none is missing."""
    return 2 ** (np.finfo(dtype).nmant + 1) if dtype.kind == "f" else _limits(dtype)[1]


def _require_continuous(distribution: str, array: np.ndarray, name: str) -> None:
    if array.dtype.kind != "f":
        raise RuntimeError(
            f"{distribution} distribution is a continuous probability distribution. "
            f"dtype must be a floating point but you specified {name}"
        )


def _check_bounds(dtype: np.dtype, *bounds: tuple[str, float]) -> None:
    smallest, largest = _limits(dtype)
    for name, bound in bounds:
        if not smallest <= bound <= largest:
            raise RuntimeError(f"{name} is out of bounds for {errors.cpp_name(dtype)}")


def _integer_range(dtype: np.dtype, low: int, high: int | None) -> tuple[int, int]:
    """Return the range [low, high), up to the dtype's largest integer without `high`."""
    if high is not None and low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    last = _largest(dtype) if high is None else high - 1
    _check_bounds(dtype, ("from", low), ("to - 1", last))
    return low, last + 1


def _check_multinomial(weights: np.ndarray, n: int, replacement: bool) -> None:
    if weights.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if weights.dtype.kind != "f":
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {_legacy(weights)}")
    if n <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and n > weights.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not replacement or n == 1:
        if not ((weights >= 0) & (weights < np.inf)).all():
            raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    elif not (weights >= 0).all():
        raise RuntimeError("invalid multinomial distribution (encountering probability entry < 0)")
    elif np.isinf(weights).any():
        raise RuntimeError("invalid multinomial distribution (encountering probability entry = infinity or NaN)")
    if (weights.sum(axis=-1) == 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
