"""Calls whose result shows in which order PyTorch adds, and which of several equal elements it takes.

`calls` lists them as text; `evaluate` gives the numbers of a result exactly, floats in hexadecimal, and of
many numbers a digest.
"""

import hashlib

import numpy as np

LENGTHS = [*range(1, 37), 63, 64, 65, 100, 127, 129, 255, 256, 257, 511, 513, 1000, 1025, 4097, 8195, 30001]
SHAPES = [
    (3, 2), (2, 3), (3, 7), (7, 3), (9, 41), (41, 9), (17, 16), (16, 33), (70, 5), (5, 70), (40, 40),
    (33, 64), (300, 3), (3, 300), (1100, 8), (8, 1100),
]  # fmt: skip
CUBES = [(2, 3, 4), (5, 1, 9), (7, 6, 5), (4, 33, 8), (20, 3, 17), (3, 20, 40)]
TIES = [5, 16, 17, 40, 100, 300]


def calls():
    """Return all calls, each with the names `values` (of a shape and dtype) and `ties` (of a length)."""
    found = []
    for n in LENGTHS:
        found += [f"values({n}).sum()", f"values({n}, dtype='float64').sum()"]
    for n in LENGTHS[1::5]:
        found += [f"values({n}).{call}" for call in ("mean()", "var()", "std(0)", "cumsum(0)[-3:]", "nansum()")]
        found += [f"values({n}, 2)[:, 1].sum()", f"values({n}).flip(0).sum()"]
    for shape in SHAPES:
        size = ", ".join(map(str, shape))
        found += [f"values({size}).{call}" for call in ("sum()", "sum(0)", "sum(1)", "T.sum()", "T.sum(0)", "T.sum(1)")]
        found += [f"values({size}, dtype='float64').sum({dim})" for dim in (0, 1)]
        found += [f"values({size}).{call}" for call in ("mean(0)", "mean(1)", "var(0)", "std(1)")]
    for shape in CUBES:
        size = ", ".join(map(str, shape))
        dims = ("0", "1", "2", "(0, 1)", "(0, 2)", "(1, 2)")
        found += [f"values({size}).sum({dim})" for dim in dims]
        found += [f"values({size}).{swap}.sum({dim})" for swap in ("mT", "transpose(0, 2)") for dim in dims]
    for n in TIES:
        # Which of equal elements sort and topk take is PyTorch's own affair: any may come first.
        for method in ("sort(stable=True)", "median(0)", "max(0)", "min(0)", "argmax()"):
            found.append(f"ties({n}).{method}")
    return list(dict.fromkeys(found))


def evaluate(call, torch):
    """Return the numbers that a call gives."""

    def values(*shape, dtype="float32"):
        return torch.tensor(np.random.RandomState(sum(shape)).standard_normal(shape).astype(dtype))

    def ties(n):
        return torch.tensor(np.random.RandomState(n).randint(0, 4, n).astype(np.float32))

    result = eval(call, {"values": values, "ties": ties})
    parts = result if isinstance(result, tuple) else (result,)
    numbers = [
        float(x).hex() if part.is_floating_point() else str(x) for part in parts for x in part.reshape(-1).tolist()
    ]
    text = " ".join(numbers)
    return text if len(numbers) <= 8 else f"{len(numbers)} numbers, {hashlib.sha1(text.encode()).hexdigest()}"
