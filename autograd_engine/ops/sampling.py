"""Random tensors: the numbers PyTorch's CPU generator gives for the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base import promotion
from ..base.array_memory import empty_strided, geometry
from ..base.device import CPU, require_cpu
from ..graph.tensor import Tensor, wrap
from ..kernels import draws
from ..kernels.beta_gradient import beta_gradient
from ..kernels.gamma_gradient import gamma_gradient
from ..kernels.generator import Generator as Stream
from ..kernels.generator import default_generator
from ..op.namespaces import function
from ..op.op import in_place, no_derivative, not_differentiable, op, pointwise
from .create import checked_size, creation, zeros_as, zeros_of

# ---- the generator


class Generator(Stream):
    """A stream of random numbers of its own: `torch.Generator().manual_seed(0)`."""

    __slots__ = ()
    __module__ = "torch._C"

    device = CPU

    def __init__(self, device: Any = "cpu") -> None:
        require_cpu(device)
        super().__init__()

    def get_state(self) -> Tensor:
        """Return the whole state as a uint8 tensor."""
        return wrap(super().get_state())

    def set_state(self, new_state: Tensor) -> Generator:
        """Continue from a state that `get_state` returned."""
        return super().set_state(new_state._data if isinstance(new_state, Tensor) else new_state)

    def __reduce__(self) -> tuple:
        return Generator, (), (self._seed, self.get_state())

    def __setstate__(self, state: tuple[int, Tensor]) -> None:
        self._seed = state[0]
        self.set_state(state[1])


# The stream that everything draws from exists before there are tensors.
default_generator.__class__ = Generator


@function("torch")
def manual_seed(seed: int) -> Stream:
    """Restart the default generator with a seed, and return it."""
    return default_generator.manual_seed(int(seed))


@function("torch")
def seed() -> int:
    """Restart the default generator with a seed nobody can predict, and return it."""
    return default_generator.seed()


@function("torch")
def initial_seed() -> int:
    """Return the seed of the default generator's last restart."""
    return default_generator.initial_seed()


@function("torch")
def get_rng_state() -> Tensor:
    """Return the default generator's state as a uint8 tensor."""
    return default_generator.get_state()


@function("torch")
def set_rng_state(new_state: Tensor) -> None:
    """Continue the default generator from a state that `get_rng_state` returned."""
    default_generator.set_state(new_state)


# ---- new tensors


def float_dtype(dtype: np.dtype | None) -> np.dtype:
    """Return `dtype`, or the default floating point dtype for None."""
    return dtype or promotion.default_float()


@creation("torch")
def rand(size: Any, *, dtype: np.dtype | None, generator: Stream | None = None):
    """Return uniform random numbers in [0, 1)."""
    return draws.rand(checked_size(size, "rand"), float_dtype(dtype), generator)


@creation("torch")
def randn(size: Any, *, dtype: np.dtype | None, generator: Stream | None = None):
    """Return standard normal random numbers."""
    return draws.randn(checked_size(size, "randn"), float_dtype(dtype), generator)


@creation("torch")
def randint(*args: Any, dtype: np.dtype | None, generator: Stream | None = None, **named: Any):
    """Return random integers in [low, high): `randint(high, size)` or `randint(low, high, size)`."""
    low, high, size = _bounds(args, named, ("low", "high", "size"))
    return draws.randint(low, high, checked_size(size, "randint"), dtype or np.dtype(np.int64), generator)


def _bounds(args: tuple, named: dict, names: tuple) -> list:
    """Return (low, high, size) of a call in which `low` may be missing."""
    names = names if "low" in named or len(args) + len(named) == len(names) else names[1:]
    found = {"low": 0, **dict(zip(names, args, strict=False)), **named}
    return [found[name] for name in ("low", "high", "size") if name in found]


@creation("torch")
def randperm(n: int, *, dtype: np.dtype | None, generator: Stream | None = None):
    """Return the integers 0 to n - 1 in random order."""
    return draws.randperm(n, dtype or np.dtype(np.int64), generator)


@creation("torch")
def rand_like(input: Tensor, *, dtype: np.dtype | None, generator: Stream | None = None):
    """Return uniform random numbers in [0, 1) in the shape of `input`."""
    array = np.empty_like(input._data, dtype, subok=False)
    return draws.uniform_(array, generator=generator)


@creation("torch")
def randn_like(input: Tensor, *, dtype: np.dtype | None, generator: Stream | None = None):
    """Return standard normal random numbers in the shape of `input`."""
    array = np.empty_like(input._data, dtype, subok=False)
    return draws.normal_(array, generator=generator)


@creation("torch")
def randint_like(input: Tensor, *args: Any, dtype: np.dtype | None, generator: Stream | None = None, **named: Any):
    """Return random integers in [low, high) in the shape and dtype of `input`."""
    low, high = _bounds(args, named, ("low", "high"))
    array = np.empty_like(input._data, dtype, subok=False)
    return draws.random_(array, low, high, generator)


# ---- from the distributions of a tensor


@op("BernoulliBackward0", self=lambda grad: zeros_as(grad))
def _bernoulli(self, generator=None):
    return draws.bernoulli(np.asarray(self), generator)


@function(out=True)
def bernoulli(input, p=None, *, generator=None):
    """Return ones with the probabilities in `input` (or all with probability `p`), else zeros."""
    return _bernoulli(input, generator) if p is None else _bernoulli_as(input, p, generator)


@op("NotImplemented", self=not_differentiable("bernoulli"))
def _bernoulli_as(self, p, generator=None):
    return draws.bernoulli_(np.empty_like(self), p, generator)


@op("StandardGammaBackward0", self=lambda grad, self, result: grad * _standard_gamma_grad(self, result))
def _standard_gamma(self, generator=None):
    return draws.gamma(np.asarray(self), generator)


@op(None, **{"self, output": no_derivative("_standard_gamma_grad")})
def _standard_gamma_grad(self, output: Tensor):
    pairs = zip(np.ravel(self).tolist(), np.ravel(output).tolist(), strict=True)
    return np.array([gamma_gradient(*pair) for pair in pairs], output.dtype).reshape(output.shape)


@op(None, self=no_derivative("_sample_dirichlet"))
def _sample_dirichlet(self, generator=None):
    return draws.dirichlet(np.asarray(self), generator)


@op(None, **{"x, alpha, total": no_derivative("_dirichlet_grad")})
def _dirichlet_grad(x, alpha, total):
    triples = zip(*[np.ravel(array).tolist() for array in (x, alpha, total)], strict=True)
    return np.array([beta_gradient(*triple) for triple in triples], x.dtype).reshape(x.shape)


@op("NormalBackward1", mean=lambda grad, mean_sym_sizes: zeros_as(grad))
def _normal_mean(mean, std, generator=None):
    return draws.normal(np.asarray(mean), std, generator)


@op("NormalBackward2", std=lambda grad, std_sym_sizes: zeros_as(grad))
def _normal_std(mean, std, generator=None):
    return draws.normal(mean, np.asarray(std), generator)


@pointwise(
    "NormalBackward3", mean=lambda grad, mean_sym_sizes: zeros_as(grad), std=lambda grad, std_sym_sizes: zeros_as(grad)
)
def _normal_both(mean, std, generator=None):
    return draws.normal(np.asarray(mean), np.asarray(std), generator)


@creation("torch")
def _normal_sized(mean, std, size, *, dtype, generator=None):
    return draws.normal_(np.empty(tuple(size), float_dtype(dtype)), mean, std, generator)


@function("torch", out=True)
def normal(mean=0.0, std=1.0, size=None, *, generator=None, **options):
    """Return normal numbers with means and standard deviations that are numbers or tensors."""
    if size is not None:
        return _normal_sized(mean, std, size, generator=generator, **options)
    if not isinstance(mean, Tensor):
        return _normal_std.op.call(mean, std, generator)
    return (_normal_both if isinstance(std, Tensor) else _normal_mean).op.call(mean, std, generator)


@op()
def multinomial(self, num_samples, replacement=False, *, generator=None):
    """Draw categories with the weights in each row, with or without replacement."""
    return draws.multinomial(self, num_samples, replacement, generator)


# ---- in place


def fresh(array: Any) -> np.ndarray:
    """Return uninitialised memory that lies as `array` does, which decides the order in which it is filled."""
    size, stride, _ = geometry(array) if isinstance(array, np.ndarray) else ((), (), 0)
    return empty_strided(size, stride, array.dtype)


@op("UniformBackward0", self=lambda grad: zeros_as(grad))
def _uniform(self, low, high, generator):
    return draws.uniform_(fresh(self), low, high, generator)


@function("Tensor")
def uniform_(self, low=0.0, to=1.0, *, generator=None):
    """Overwrite with uniform numbers in [low, to)."""
    return in_place(_uniform)(self, low, to, generator)


@op("NormalBackward0", self=lambda grad: zeros_as(grad))
def _normal(self, mean, std, generator):
    return draws.normal_(fresh(self), mean, std, generator)


@function("Tensor")
def normal_(self, mean=0.0, std=1.0, *, generator=None):
    """Overwrite with normal numbers."""
    return in_place(_normal)(self, mean, std, generator)


@op("RandomBackward0", self=lambda grad: zeros_as(grad))
def _random_between(self, low, high, generator):
    return draws.random_(fresh(self), low, high, generator)


@op("RandomBackward1", self=lambda grad: zeros_as(grad))
def _random_below(self, high, generator):
    return draws.random_(fresh(self), 0, high, generator)


@op("RandomBackward2", self=lambda grad: zeros_as(grad))
def _random(self, generator):
    return draws.random_(fresh(self), None, None, generator)


@function("Tensor")
def random_(self, *bounds, generator=None, **named):
    """Overwrite with integers in [from, to), in [0, to), or up to the largest one the dtype holds."""
    bounds += tuple(named[name] for name in ("from", "to") if name in named)
    return in_place((_random, _random_below, _random_between)[len(bounds)])(self, *bounds, generator)


@op("BernoulliBackward2", self=lambda grad: zeros_as(grad))
def _bernoulli_number(self, p, generator):
    return draws.bernoulli_(fresh(self), p, generator)


@op("BernoulliBackward1", self=lambda grad: zeros_as(grad), p=lambda grad, p_info: zeros_of(p_info, grad))
def _bernoulli_tensor(self, p, generator):
    return draws.bernoulli_(fresh(self), np.asarray(p), generator)


@function("Tensor")
def bernoulli_(self, p=0.5, *, generator=None):
    """Overwrite with ones, of probability `p` (a number or a tensor), and zeros."""
    return in_place(_bernoulli_tensor if isinstance(p, Tensor) else _bernoulli_number)(self, p, generator)


@op("ExponentialBackward0", self=lambda grad: zeros_as(grad))
def _exponential(self, lambd, generator):
    return draws.exponential_(fresh(self), lambd, generator)


@function("Tensor")
def exponential_(self, lambd=1.0, *, generator=None):
    """Overwrite with exponentially distributed numbers of mean 1 / lambd."""
    return in_place(_exponential)(self, lambd, generator)
