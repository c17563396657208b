"""The stream of words behind all random numbers: PyTorch's CPU generator, the Mersenne Twister MT19937.

Its seed is chosen and its engine is made when they are first needed: importing `secrets` and `numpy.random` takes as long
as a third of NumPy, and most programs about gradients draw nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from autograd_engine.kernels.kernel_math import libm

from ..base.foreign import TypeInC, type_name

# A generator's state as PyTorch lays it out. `left` counts the words until the next twist, and `next` is the
# place of the next word in `words`, each of which takes eight bytes.
STATE = np.dtype(
    {
        "names": ["seed", "left", "seeded", "next", "words", "kept", "has_kept"],
        "formats": ["<u8", "<i4", "<i4", "<u8", ("<u8", 624), "<f8", "<i4"],
        "offsets": [0, 8, 12, 16, 24, 5024, 5040],
        "itemsize": 5056,
    }
)


class Generator(metaclass=TypeInC):
    """A stream of random numbers, the one `torch.Generator()` gives for the same seed.

    Besides the words, its state holds a normal number: they are made in pairs, and the second one of a pair
    that nobody asked for is kept for the next call.
    """

    __module__ = "torch._C"
    __slots__ = ("_made", "_seed", "_kept")

    def __init__(self) -> None:
        self.manual_seed(67280421310721)

    @property
    def _engine(self) -> np.random.MT19937:
        if self._made is None:
            self._made = np.random.MT19937(0)
            np.random.RandomState(self._made).seed(self.initial_seed() % 2**32)
        return self._made

    def manual_seed(self, seed: int) -> Generator:
        """Restart with the stream of `seed`, an int in [-2**63, 2**64), and return the generator."""
        if type(seed) is not int:
            raise RuntimeError(f"manual_seed expected a long, but got {type_name(seed)}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self._restart(seed % 2**64)
        return self

    def seed(self) -> int:
        """Restart with a seed nobody can predict, and return it."""
        self._restart(None)
        return self.initial_seed()

    def initial_seed(self) -> int:
        """The seed of the last restart, in [0, 2**64)."""
        if self._seed is None:
            import secrets

            self._seed = secrets.randbits(64)
        return self._seed

    @contextmanager
    def as_new(self) -> Iterator[None]:
        """Make the block find it as a new process does, with a seed nobody can predict, and continue after it as before."""
        before = self._seed, self._made, self._kept
        self._restart(None)
        try:
            yield
        finally:
            self._seed, self._made, self._kept = before

    def _restart(self, seed: int | None) -> None:
        self._seed = seed  # None: nobody has asked for it yet
        self._made: np.random.MT19937 | None = None
        self._kept: float | None = None

    def get_state(self) -> np.ndarray:
        """The whole state in PyTorch's layout, 5056 bytes as a uint8 array."""
        engine = self._engine.state["state"]
        words, place = engine["key"], engine["pos"]
        start = Generator().manual_seed(self.initial_seed())._engine.state["state"]["key"]
        untouched = place == 624 and np.array_equal(words, start)
        state = np.zeros(1, STATE)
        state["seed"] = self._seed
        state["left"] = 625 - place
        state["seeded"] = 1
        state["next"] = 0 if untouched else place
        state["words"] = words
        state["kept"] = 0.0 if self._kept is None else self._kept
        state["has_kept"] = self._kept is not None
        return state.view(np.uint8)

    def set_state(self, state: np.ndarray) -> Generator:
        """Continue from a state that `get_state` (here or in PyTorch) returned, and return the generator."""
        if not isinstance(state, np.ndarray):
            raise TypeError(f"expected a torch.ByteTensor, but got {type_name(state)}")
        if state.dtype != np.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if state.size != STATE.itemsize:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE.itemsize} "
                f"but found the input RNG state size to be {state.size}"
            )
        fields = np.ascontiguousarray(state).view(STATE)[0]
        if fields["seeded"] != 1 or not 1 <= fields["left"] <= 624 or fields["next"] > 624:
            raise RuntimeError("Invalid mt19937 state")
        words, place = fields["words"].astype(np.uint32), 625 - int(fields["left"])
        self._made = np.random.MT19937(0)
        self._made.state = {"bit_generator": "MT19937", "state": {"key": words, "pos": place}}
        self._seed = int(fields["seed"])
        self._kept = float(fields["kept"]) if fields["has_kept"] else None
        return self

    def words(self, n: int) -> np.ndarray:
        """The next `n` 32-bit words, as uint64."""
        return self._engine.random_raw(n)

    def words64(self, n: int) -> np.ndarray:
        """The next `n` 64-bit words, as uint64, each from two of the stream's, the high one first."""
        words = self._engine.random_raw(2 * n)
        return words[0::2] << np.uint64(32) | words[1::2]

    def uniform(self, n: int, dtype: type = np.float64) -> np.ndarray:
        """The next `n` uniform numbers in [0, 1): of 53 bits if float64, of 24 bits if float32."""
        if dtype is np.float64:
            return (self.words64(n) & np.uint64(2**53 - 1)) * 2.0**-53
        return ((self.words(n) & np.uint64(2**24 - 1)) * 2.0**-24).astype(np.float32)

    def random(self) -> float:
        """The next uniform number of 53 bits in [0, 1), quicker than `uniform(1)`."""
        word = self._engine.random_raw
        return ((word() << 32 | word()) & (2**53 - 1)) * 2.0**-53

    def normal(self, n: int) -> np.ndarray:
        """The next `n` standard normal numbers (float64)."""
        kept = [] if self._kept is None else [self._kept]
        pairs = (n - len(kept) + 1) // 2
        uniform = self.uniform(2 * pairs)
        radius = np.sqrt(-2.0 * libm(math.log1p, -uniform[1::2]))
        angle = 2.0 * math.pi * uniform[0::2]
        drawn = np.stack((radius * libm(math.cos, angle), radius * libm(math.sin, angle)), axis=1)
        values = np.concatenate((kept, drawn.ravel()))
        self._kept = float(values[n]) if values.size > n else None
        return values[:n]


# It starts unpredictably, as PyTorch's does. Children forked from one process would continue the same stream: a server that
# forks to run a program must do so in `as_new`.
default_generator = Generator()
default_generator._restart(None)
