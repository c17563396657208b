"""The op table: for every operator at least one row, an expression that PyTorch and the engine both evaluate.

A row drives, without further code: agreement with PyTorch's record (values, dtypes, grad_fn and the names of what it
saves, first gradients, the graph of the gradients, second gradients), gradcheck and gradgradcheck, and a run on read-only
and non-contiguous inputs. `error` rows record PyTorch's exception instead. One file per family, each with a list `ROWS`.
"""

import importlib
import pkgutil
import zlib
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Row:
    """One row: the operators it proves, the expression (over its inputs, `torch` and `F`), and how inputs are made.

    Inputs are given by maker and shape; floating inputs require grad unless their name begins with an underscore.
    `dtypes` are those of the floating inputs. `checks` False leaves out gradcheck where finite differences make no
    sense (kinks, rounding, random numbers); say why in `note`. `graph` False compares values and first gradients only, for
    an operator whose node differs from PyTorch's: say in `note` how.
    """

    ops: str
    call: str
    inputs: dict
    dtypes: tuple = ("float32", "float64")
    checks: bool = True
    graph: bool = True
    error: bool = False
    note: str = ""

    def arrays(self, dtype):
        """Return the inputs as numpy arrays; the same on every machine."""
        found = {}
        for name, make in self.inputs.items():
            seed = zlib.crc32(f"{self.call}/{name}".encode())
            found[name] = make(np.random.RandomState(seed), dtype)
        return found

    @property
    def id(self):
        """A name for the test's report."""
        shapes = ",".join(f"{n}={getattr(m, 'label', '')}" for n, m in self.inputs.items())
        return f"{self.call} [{shapes}]"


def maker(label, draw):
    """Return an input maker with a label for the row's name."""

    def make(random, dtype):
        return draw(random, dtype)

    make.label = label
    return make


def normal(*shape, scale=1.0):
    """Normal numbers, away from 0 by at least 0.1 so that kinks at 0 are not met by accident."""

    def draw(random, dtype):
        values = random.standard_normal(shape) * scale
        return np.asarray(values + np.copysign(0.1, values), dtype)

    return maker(f"normal{shape}", draw)


def positive(*shape, low=0.2, high=3.0):
    """Numbers between `low` and `high`."""
    return maker(f"positive{shape}", lambda random, dtype: np.asarray(random.uniform(low, high, shape), dtype))


def unit(*shape):
    """Numbers between -0.9 and 0.9."""
    return maker(f"unit{shape}", lambda random, dtype: np.asarray(random.uniform(-0.9, 0.9, shape), dtype))


def distinct(*shape):
    """Distinct numbers in random order, at least 0.25 apart: no ties for max, sort and the like."""

    def draw(random, dtype):
        count = int(np.prod(shape))
        return np.asarray((random.permutation(count) - count / 2 + 0.1) * 0.25, dtype).reshape(shape)

    return maker(f"distinct{shape}", draw)


def ints(*shape, low=0, high=5, dtype="int64"):
    """Integers in [low, high)."""
    return maker(f"ints{shape}", lambda random, _: np.asarray(random.randint(low, high, shape), dtype))


def bools(*shape):
    """Truth values."""
    return maker(f"bools{shape}", lambda random, _: np.asarray(random.uniform(size=shape) < 0.5))


def exactly(values, dtype=None):
    """Just these values; kinks, ties, infinities, NaN."""
    return maker(f"{values}", lambda random, wanted: np.array(values, dtype or wanted))


F32 = dict(dtypes=("float32",))
HALF = dict(dtypes=("float16",), checks=False)
KINKS = dict(checks=False, note="finite differences are wrong at kinks and jumps")

# Two operands in every arrangement: equal shapes, both broadcast, 0-d, empty.
SHAPES = [((3, 2), (3, 2)), ((3, 1), (2,)), ((3,), ()), ((), (2,)), ((), ()), ((0, 2), (2,))]


def binary(ops, call, left=normal, right=normal, **options):
    """Rows of `call` on a and b for all SHAPES."""
    return [Row(ops, call, dict(a=left(*m), b=right(*n)), **options) for m, n in SHAPES]


def each(ops, calls, options=None, **inputs):
    """One row for each of several calls, separated by semicolons, on the same inputs."""
    return [Row(ops, call.strip(), inputs, **options or {}) for call in calls.split(";")]


def errors(ops, calls, **inputs):
    """One row for each of several calls that raise."""
    return each(ops, calls, dict(error=True, dtypes=("float32",)), **inputs)


def all_rows():
    """Return {family: [rows]} from the files of this folder."""
    return {
        info.name: importlib.import_module(f"{__name__}.{info.name}").ROWS for info in pkgutil.iter_modules(__path__)
    }


def evaluate(row, dtype, torch, functional):
    """Evaluate a row with a PyTorch-shaped `torch`; return plain data, the same for PyTorch and the engine."""
    arrays = row.arrays(dtype)
    inputs = {
        name: torch.tensor(array, requires_grad=array.dtype.kind == "f" and not name.startswith("_"))
        for name, array in arrays.items()
    }
    scope = {"torch": torch, "F": functional, "math": __import__("math"), **inputs}
    try:
        result = eval(row.call, scope)
    except Exception as error:
        return {"error": [type(error).__name__, str(error)]}
    outputs = [t for t in _flatten(result) if isinstance(t, torch.Tensor)]
    if not outputs:
        return {"plain": repr(result)}
    found = {"outputs": [_plain(t) for t in outputs]}
    if row.graph:
        found["grad_fn"] = [_node(t) for t in outputs]
    leaves = [t for t in inputs.values() if t.requires_grad]
    roots = [t for t in outputs if t.requires_grad]
    if not (leaves and roots):
        return found
    return found | _gradients(row, torch, roots, leaves)


def _gradients(row, torch, roots, leaves):
    random = np.random.RandomState(zlib.crc32(row.call.encode()))

    def seed_like(t):
        return torch.tensor(np.asarray(random.uniform(0.5, 1.5, tuple(t.shape)), str(t.dtype).removeprefix("torch.")))

    seeds = [seed_like(t).requires_grad_() for t in roots]
    try:
        first = torch.autograd.grad(roots, leaves, seeds, create_graph=row.graph, allow_unused=True)
    except Exception as error:
        return {"grad_error": [type(error).__name__, str(error)]}
    found = {"first": [None if g is None else _plain(g) for g in first]}
    if not row.graph:
        return found
    found["first_grad_fn"] = [None if g is None else _node(g) for g in first]
    again = [g for g in first if g is not None and g.requires_grad]
    if again:
        try:
            second = torch.autograd.grad(again, [*leaves, *seeds], [seed_like(g) for g in again], allow_unused=True)
            found["second"] = [None if g is None else _plain(g) for g in second]
        except Exception as error:
            found["second_error"] = [type(error).__name__, str(error)]
    return found


def _flatten(result):
    if isinstance(result, (list, tuple)):
        return [t for item in result for t in _flatten(item)]
    return [result]


def _plain(t):
    values = t.numpy(force=True).reshape(-1).tolist()
    return {
        "shape": list(t.shape),
        "dtype": str(t.dtype).removeprefix("torch."),
        "values": [_text(v) for v in values],
    }


def _text(value):
    return repr(value) if isinstance(value, float) and (value != value or value in (np.inf, -np.inf)) else value


def _node(t):
    node = t.grad_fn
    if node is None:
        return None
    saved = sorted(name for name in dir(node) if name.startswith("_saved_"))
    return [node.name(), saved, [None if n is None else n.name() for n, _ in node.next_functions]]
