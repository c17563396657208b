"""Record how PyTorch prints tensors and which random numbers it draws.

Run with torch==2.13.0 (CPU) on x86-64 with AVX2: `python -m tools.record.numbers`. It writes
`tests/records/printing.json` and `tests/records/random.json`, one case a line. Floats in them are written as
Python writes them, so NaN, Infinity and -0.0 survive.
"""

import base64
import itertools
import json
import random
import zlib
from pathlib import Path

import torch

RECORDS = Path(__file__).parents[2] / "tests" / "records"
FLOATS = ["float32", "float64", "float16"]
INTEGERS = ["int64", "int32", "int16", "int8", "uint8"]


def write(name, **sections):
    """One JSON object: torch's version, then each section as a list with one case a line."""
    parts = [f'"torch": {json.dumps(torch.__version__)}']
    for section, cases in sections.items():
        lines = ",\n".join(json.dumps(case) for case in cases)
        parts.append(f'"{section}": [\n{lines}\n]')
    (RECORDS / name).write_text("{" + ",\n".join(parts) + "}\n")
    print(name, {section: len(cases) for section, cases in sections.items()})


# ---- printing ----


def tensor(values, shape, dtype):
    """A tensor of this shape, the values repeated to fill it."""
    size = torch.Size(shape).numel()
    repeated = list(itertools.islice(itertools.cycle(values or [0]), size))
    # By way of float64, as the test does: a large value becomes infinite in float16.
    wide = torch.float64 if dtype.startswith("float") else getattr(torch, dtype)
    return torch.tensor(repeated, dtype=wide).to(getattr(torch, dtype)).reshape(shape)


class Special(torch.Tensor):
    """A subclass, which prints under its own name."""


def printed(values, shape=None, dtype="float32", options=None, default_dtype=None, kind=None):
    """One case: what to print and how, and the text PyTorch printed."""
    case = {"values": values, "shape": [len(values)] if shape is None else list(shape), "dtype": dtype}
    t = tensor(**case)
    if kind == "leaf":
        t.requires_grad_()
        case["requires_grad"] = True
    elif kind == "parameter":
        t = torch.nn.Parameter(t)
        case |= {"requires_grad": True, "parameter": True}
    elif kind == "subclass":
        t = t.as_subclass(Special)
        case["prefix"] = "Special("
    elif kind is not None:
        t = getattr(t.requires_grad_(), kind)()
        case |= {"requires_grad": True, "grad_fn": type(t.grad_fn).__name__}
        if kind != "clone":
            case |= {"values": t.detach().flatten().tolist(), "shape": list(t.shape)}
    if options:
        case["options"] = options
    if default_dtype:
        case["default_dtype"] = default_dtype
    torch.set_default_dtype(getattr(torch, default_dtype or "float32"))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**(options or {}))
    case["text"] = repr(t)
    torch.set_default_dtype(torch.float32)
    torch.set_printoptions(profile="default")
    return case


LISTS = [
    [1.0, 2.0, 3.0],
    [0.1, 1.0, 0.0001],
    [1.0, 10.0, 1000.0],
    [1.0, 10.0, 1001.0],
    [0.5, 500.0],
    [0.5, 501.0],
    [1.0e8],
    [1.0001e8],
    [123456789.0],
    [1.0e-4],
    [9.99e-5],
    [0.99995, 0.5],
    [99999.5, 1234.5678],
    [0.0, 0.0],
    [-0.0, 0.0],
    [-0.0, 0.5],
    [float("nan"), 1.0],
    [float("nan"), 1.5, float("-inf")],
    [float("inf"), float("-inf")],
    [float("nan"), 1.0e-10, 5.0],
    [float("inf"), 1000.0, 2.0, 0.0],
    [1.0e30, 2.0],
    [1.0e-30],
    [-1.0e-45, 3.0],
    [3.4028234e38, 1.0],
    [65504.0, 0.5],
    [-1.0, 1.5, -22.75, 333.125],
    [0.1 + 0.2, 1 / 3],
]

SHAPES = [
    (),
    (1,),
    (12,),
    (30,),
    (1, 1),
    (2, 3),
    (3, 12),
    (2, 2, 2),
    (1, 3, 1, 2),
    (2, 1, 2, 1, 2),
    (1000,),
    (1001,),
    (1, 1001),
    (300, 4),
    (4, 300),
    (11, 10, 10),
    (7, 2, 80),
    (2, 600, 1),
]

EMPTY = [(0,), (0, 3), (3, 0), (2, 0, 2), (1, 0)]

OPTIONS = [
    {"precision": 2},
    {"precision": 0},
    {"precision": 10},
    {"threshold": 5},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 5, "edgeitems": 0},
    {"edgeitems": 0},
    {"threshold": float("inf")},
    {"linewidth": 40},
    {"linewidth": 10},
    {"linewidth": 200},
    {"sci_mode": True},
    {"sci_mode": False},
    {"profile": "short"},
    {"profile": "full"},
    {"profile": "short", "precision": 6, "threshold": 10},
    {"profile": "default", "sci_mode": True, "precision": 1},
]


def any_values(rng, dtype):
    """Up to 40 values of any magnitude, or of one, or integers, or special ones."""
    n = rng.randint(1, 40)
    if dtype == "bool":
        return [rng.random() < 0.5 for _ in range(n)]
    if not dtype.startswith("float"):
        info = torch.iinfo(getattr(torch, dtype))
        top = int(info.max ** rng.random())
        return [rng.randint(max(info.min, -top), top) for _ in range(n)]
    scale = 10.0 ** rng.randint(-6, 9)
    style = rng.randrange(5)
    if style == 0:
        return [float(f"{rng.gauss(0, 1) * scale:.8g}") for _ in range(n)]
    if style == 1:
        return [float(f"{rng.gauss(0, 1) * 10.0 ** rng.randint(-8, 9):.8g}") for _ in range(n)]
    if style == 2:
        return [float(rng.randint(-int(scale) - 9, int(scale) + 9)) for _ in range(n)]
    special = [0.0, -0.0, float("nan"), float("inf"), float("-inf"), 1.0, -3.0, 2.5, 1.0e-4, 1001.0]
    return [rng.choice(special[: 5 if style == 3 else None]) for _ in range(n)]


def printing_cases():
    """Return how PyTorch prints tensors of many shapes, dtypes and sizes of numbers."""
    rng = random.Random(0)
    cases = [printed(values, dtype=dtype) for values in LISTS for dtype in FLOATS]
    cases += [printed(values[:1], (), dtype) for values in LISTS for dtype in FLOATS]
    cases += [printed([1.5, -2.25, 1000.125], shape) for shape in SHAPES]
    cases += [printed([7, -12345, 0], shape, "int64") for shape in SHAPES]
    cases += [printed([True, False, False], shape, "bool") for shape in SHAPES[:8]]
    cases += [printed([5, 100], (3,), dtype) for dtype in INTEGERS]
    for shape, dtype in itertools.product(EMPTY, ["float32", "float64", "int64", "bool"]):
        cases.append(printed([], shape, dtype))
    cases += [printed([], (0, 2), options={"edgeitems": 0}), printed([], (0, 2), kind="leaf")]
    for options in OPTIONS:
        cases.append(printed([1.5, -2.25, 1000.125, 0.001], (6, 8), options=options))
        cases.append(printed([3.0, 4.0], (9,), "float64", options, kind="clone"))
        cases.append(printed([2.5], (), "float16", options))
        cases.append(printed([1, 22, 333], (2, 3, 5), "int32", options))
    kinds = ["leaf", "parameter", "subclass", "clone", "exp", "sum"]
    for kind, shape, dtype in itertools.product(kinds, [(), (3,), (6,), (7,), (8,), (9,), (2, 7)], FLOATS[:2]):
        cases.append(printed([0.5, -1.25, 3.0], shape, dtype, kind=kind))
    for width in range(20, 60):
        cases.append(printed([0.5, -1.25], [2], "float64", {"linewidth": width}, kind="leaf"))
    for default_dtype, dtype in itertools.product(FLOATS, [*FLOATS, "int64", "int32"]):
        cases.append(printed([1.0, 2.0], dtype=dtype, default_dtype=default_dtype))
        cases.append(printed([], dtype=dtype, default_dtype=default_dtype))
    for _ in range(150):
        dtype = rng.choice([*FLOATS, *FLOATS, *INTEGERS, "bool"])
        values = any_values(rng, dtype)
        shape = rng.choice([None, None, (), (2, 5), (2, 2, 3), (3, 30), (2, 600)])
        options = rng.choice(OPTIONS) if rng.random() < 0.3 else None
        kind = rng.choice(["leaf", "clone", None, None]) if dtype.startswith("float") else None
        cases.append(printed(values, shape, dtype, options, kind=kind))
    return cases


# ---- random numbers ----


def described(t):
    """A result as JSON: all of it if it is small, else both ends and a checksum of its bytes."""
    flat = t.detach().contiguous().flatten()
    numbers = {"shape": list(t.shape), "dtype": str(t.dtype).removeprefix("torch.")}
    if t.numel() <= 20:
        return numbers | {"values": flat.tolist()}
    checksum = zlib.crc32(flat.numpy().tobytes())
    return numbers | {"first": flat[:6].tolist(), "last": flat[-6:].tolist(), "crc32": checksum}


def laid_out(shape, dtype, layout):
    """An empty tensor of this shape in one of three layouts in memory."""
    dtype = getattr(torch, dtype)
    if layout == "transposed":
        return torch.empty(shape[::-1], dtype=dtype).permute(*range(len(shape))[::-1])
    if layout == "every second":
        return torch.empty([*shape[:-1], 2 * shape[-1]], dtype=dtype)[..., ::2]
    return torch.empty(shape, dtype=dtype)


def array(values, shape=None, dtype="float32"):
    """An argument that is a tensor, as JSON."""
    return {"values": values, "shape": shape or [len(values)], "dtype": dtype}


def described_call(function, arguments, shape=None, dtype=None, layout=None):
    """Return a call that draws numbers, as data."""
    given = {"shape": shape, "dtype": dtype, "layout": layout}
    given = {name: value for name, value in given.items() if value is not None}
    return {"function": function, "arguments": list(arguments)} | given


def drawn(generator, function, arguments, shape=None, dtype=None, layout=None):
    """One call and its result; a function whose name ends with "_" fills an empty tensor."""
    call = described_call(function, arguments, shape, dtype, layout)
    if function == "manual_seed":
        generator.manual_seed(*arguments)
        return call
    arguments = [tensor(**a) if isinstance(a, dict) else a for a in arguments]
    if function.endswith("_"):
        method = getattr(laid_out(shape, dtype, layout), function)
        result = method(*arguments, generator=generator)
    else:
        options = {"dtype": getattr(torch, dtype)} if dtype else {}
        sizes = [shape] if shape is not None else []
        result = getattr(torch, function)(*arguments, *sizes, **options, generator=generator)
    return call | {"result": described(result)}


def sequence(seed, *calls):
    """Calls one after the other from one seed; one more number shows how many words they took."""
    generator = torch.Generator().manual_seed(seed)
    calls = [*calls, ("rand", [], [1], "float32")]
    return {"seed": seed, "calls": [drawn(generator, *call) for call in calls]}


FILLS = {
    "uniform_": [(), (-0.3, 0.3), (2.0, 7.5), (-1e3, 1e-3), (0.25, 0.25)],
    "normal_": [(), (3.0, 0.02), (0.0, 1.7), (-5.5, 1.0), (1.5, 0.0)],
    "log_normal_": [(), (0.3, 0.7), (5.0, 300.0)],
    "exponential_": [(), (0.37,), (12.0,)],
    "cauchy_": [(), (0.3, 1.7)],
    "geometric_": [(0.5,), (0.013,)],
    "bernoulli_": [(), (0.3,), (0.0,), (1.0,)],
}
RANGES = {
    "int64": [(0, 10), (-5, 5), (0, 2**28 - 1), (0, 2**28), (-(2**40), 2**40), (-(2**63), 2**63 - 1)],
    "int32": [(0, 10), (-7, 2**30), (-(2**31), 2**31)],
    "int16": [(0, 10), (-(2**15), 2**15)],
    "int8": [(0, 10), (-(2**7), 2**7)],
    "uint8": [(0, 10), (0, 2**8)],
    "bool": [(0, 2)],
    "float32": [(0, 10), (-(2**24), 2**24)],
    "float64": [(0, 10), (-(2**53), 2**53)],
    "float16": [(0, 10), (-(2**11), 2**11)],
}
LAYOUTS = [
    ([4, 6], "transposed"),
    ([2, 3, 4], "transposed"),
    ([20], "every second"),
    ([3, 7], "every second"),
]
WEIGHTS = [0.1, 0.2, 0.3, 0.4, 7.0, 0.05, 1.0, 3.5]
RATES = [0.0, 0.3, 1.0, 4.5, 9.99, 10.0, 33.3, 250.0]


def random_cases():
    """Return what generators of several seeds draw, call after call."""
    seeds = itertools.cycle([0, 1, 42, 1337, 2147483647, 2**32 + 5, 2**63 + 11, -1])
    cases = []

    def case(*calls):
        cases.append(sequence(next(seeds), *calls))

    for function, dtype, size in itertools.product(["rand", "randn"], FLOATS, [0, 1, 2, 5, 15, 16, 17, 32, 100, 5000]):
        case((function, [], [size], dtype))
    # The second normal number of a pair is kept for a later call, also of another dtype.
    for n in [1, 3, 15]:
        case(*[("randn", [], [n], "float32")] * 3, ("rand", [], [2], "float32"), ("randn", [], [2], "float64"))
    case(("randn", [], [1], "float32"), ("manual_seed", [5]), ("randn", [], [1], "float32"))
    case(*[("randn", [], [n], "float32") for n in (3, 20, 1)], ("log_normal_", (), [2], "float32"))
    for function, choices in FILLS.items():
        dtypes = [*FLOATS, *INTEGERS] if function in ("geometric_", "bernoulli_") else FLOATS
        for choice, dtype in itertools.product(choices, dtypes):
            case((function, choice, [7], dtype), (function, choice, [3, 11], dtype))
        for (shape, layout), dtype in itertools.product(LAYOUTS, ["float32", "float64"]):
            case((function, choices[-1], shape, dtype, layout))
    for dtype, ranges in RANGES.items():
        for low, high in ranges:
            case(("randint", (low, high), [12], dtype), ("random_", (low, high), [3, 10], dtype))
        case(("random_", (), [12], dtype), ("random_", (0, None), [3, 10], dtype))
        if dtype not in ("bool", "uint8"):
            case(("random_", (-3, None), [4, 6], dtype, "transposed"))
    for n, dtype in itertools.product([0, 1, 2, 10, 500], ["int64", "int32", "float32", "float16"]):
        case(("randperm", [n], None, dtype))
    case(("random_", (-(2**63), None), [5], "int64"))
    for dtype in FLOATS:
        weights, rates = array(WEIGHTS, dtype=dtype), array(RATES, [2, 4000], dtype)
        for n, replacement in [(1, False), (3, False), (8, False), (1, True), (3, True), (30, True)]:
            case(("multinomial", [weights, n, replacement]))
            case(("multinomial", [array(WEIGHTS, [2, 4], dtype), min(n, 4), replacement]))
        for shape in [[2, 4], [2, 0], [300]]:
            case(("bernoulli", [array([0.0, 0.3, 0.5, 1.0, 0.05], shape, dtype)]))
        for target in ["float32", "int64", "bool"]:
            case(("bernoulli_", [array([0.3, 0.6, 0.9], [3], dtype)], [2, 3], target))
            case(("bernoulli_", [array([0.3, 0.6, 0.9, 0.1], [4, 1], dtype)], [4, 6], target, "transposed"))
        case(("poisson", [array(RATES, [8], dtype)]), ("poisson", [rates]))
        for other in [*FLOATS, "int64"]:
            stds = array(RATES, [8], other)
            case(("normal", [weights, stds]), ("normal", [array(WEIGHTS, [8, 1], dtype), stds]))
        case(("normal", [weights, 0.7]), ("normal", [-2.5, weights]), ("normal", [rates, 0.7]))
        # Many numbers, for what shows in few of them only.
        for function in ["uniform_", "normal_", "exponential_", "log_normal_", "cauchy_"]:
            case((function, (0.3, 0.7)[: 1 if function == "exponential_" else 2], [100003], dtype))
    return cases


def refusals():
    """Calls that PyTorch refuses, with the exception's type and text."""
    half, single, int8, int64 = "float16", "float32", "int8", "int64"
    ones, minus, infinite = array([1.0, 1.0]), array([-1.0, -1.0]), array([float("inf")] * 2)
    integers = array([1, 1], dtype="int64")
    calls = [
        ("uniform_", (1, 0), [3], single),
        ("uniform_", (1.5, 0.25), [0], single),
        ("uniform_", (0.0, 1e40), [3], single),
        ("uniform_", (-1e5, 0.0), [3], half),
        ("uniform_", (-3e38, 3e38), [3], single),
        ("uniform_", (), [3], int64),
        ("normal_", (0.0, -1.5), [3], single),
        ("normal_", (), [3], int64),
        ("normal", (ones, -1.0)),
        ("normal", (ones, minus)),
        ("log_normal_", (0.0, 0.0), [3], single),
        ("log_normal_", (), [3], "bool"),
        ("exponential_", (0.0,), [3], single),
        ("exponential_", (), [3], int8),
        ("cauchy_", (0.0, -1.0), [3], single),
        ("cauchy_", (), [3], int64),
        ("geometric_", (0.0,), [3], single),
        ("geometric_", (1.0,), [3], int64),
        ("bernoulli_", (1.5,), [3], single),
        ("bernoulli_", (array([2.0]),), [3], single),
        ("bernoulli_", (integers,), [2], single),
        ("bernoulli", (array([float("nan")]),)),
        ("random_", (5, 5), [3], single),
        ("random_", (256, None), [3], "uint8"),
        ("randint", (5, 3), [0], int64),
        ("randint", (-1, 3), [2], "uint8"),
        ("randint", (0, 129), [2], int8),
        ("randint", (0, 3), [2], "bool"),
        ("randint", (0, 2**31 + 1), [2], "int32"),
        ("randint", (0, 40000), [2], "int16"),
        ("randint", (0, 70000), [2], half),
        ("randperm", [-1], None, int64),
        ("randperm", [257], None, "uint8"),
        ("randperm", [129], None, int8),
        ("randperm", [40000], None, "int16"),
        ("poisson", [minus]),
        ("poisson", [integers]),
        ("multinomial", [array([1.0], [2, 2, 2]), 1]),
        ("multinomial", [integers, 1]),
        ("multinomial", [ones, 0]),
        ("multinomial", [ones, 3]),
        ("multinomial", [minus, 1]),
        ("multinomial", [minus, 2, True]),
        ("multinomial", [infinite, 2]),
        ("multinomial", [infinite, 2, True]),
        ("multinomial", [array([0.0, 0.0]), 1]),
        ("multinomial", [array([0.0, 0.0]), 2, True]),
    ]
    return [refused(call) for call in calls]


def refused(call):
    """Return a call that PyTorch refuses, with its error."""
    try:
        drawn(torch.Generator(), *call)
    except Exception as error:
        return described_call(*call) | {"error": type(error).__name__, "message": str(error)}
    raise AssertionError(f"{call} was not refused")


def states():
    """The generator's whole state (base64) after some draws, and what is drawn next."""
    cases = []
    for words, normals in [(0, 0), (0, 3), (623, 0), (624, 0), (625, 1), (2000, 2)]:
        generator = torch.Generator().manual_seed(2**40 + words)
        torch.rand(words, generator=generator)
        torch.randn(normals, generator=generator)
        state = base64.b64encode(zlib.compress(generator.get_state().numpy().tobytes())).decode()
        then = [drawn(generator, "randn", [], [n], "float64") for n in (1, 4)]
        cases.append({"seed": 2**40 + words, "words": words, "normals": normals, "state": state, "then": then})
    return cases


if __name__ == "__main__":
    write("printing.json", cases=printing_cases())
    write("random.json", cases=random_cases(), refusals=refusals(), states=states())
