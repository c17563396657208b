"""Whether printed numbers agree: the text around them exactly, their digits to what the dtype can hold.

docs/exactness.md says where this is asked, and why: only of lines that PyTorch itself prints in more than one way.
The recording scripts ask it too, so nothing here needs the engine.
"""

import re
from collections.abc import Iterator, Mapping

import numpy as np

FLOAT32 = 1e-5
FLOAT64 = 1e-10
SPREADS = 2  # a few settings do not show how far apart PyTorch's own numbers may lie
ROUNDED = 4  # tensors are printed with four decimals unless the program asks for another number

_DECIMAL = r"\d+\.\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+"
_HEXADECIMAL = r"0x[01]\.[0-9a-f]+p[-+]\d+"
_FLOAT = rf"\s*(?<![\w.])[-+]?(?:{_HEXADECIMAL}|{_DECIMAL})(?![\w.])"
_TOKEN = re.compile(rf"(?P<number>{_FLOAT})|(?P<bracket>[\[\](){{}}])")


def agree(ours: list[str], theirs: list[str], unstable: Mapping[int, float]) -> bool:
    """Whether two outputs agree: the unstable lines of `theirs`, counted from 1, up to rounding, all others exactly.

    A number may differ by `FLOAT32` or `FLOAT64` of the largest one of its tensor (or list; or of itself, if it stands
    alone), by one in its last place if it was rounded to be printed, and by twice its line's spread.
    """
    return len(ours) == len(theirs) and all(
        one == other or (line in unstable and _words(one) == _words(other) and _excess(pairs, unstable[line]) == 0)
        for line, one, other, pairs in _lines(ours, theirs)
    )


def spreads(ours: list[str], theirs: list[str]) -> dict[int, float]:
    """Return the lines that differ, each with the distance of those numbers in it that rounding does not explain, or 0."""
    return {line: _excess(pairs, 0) for line, one, other, pairs in _lines(ours, theirs) if one != other}


def _lines(ours: list[str], theirs: list[str]) -> Iterator[tuple[int, str, str, list[tuple[str, str, float]]]]:
    """Each line's number, both texts, and its pairs of numbers with the size of what is around them."""
    sizes = iter(_sizes(theirs))
    for line, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        wanted = _numbers(other)
        yield line, one, other, list(zip(_numbers(one), wanted, [next(sizes) for _ in wanted], strict=False))


def _excess(pairs: list[tuple[str, str, float]], spread: float) -> float:
    distances = [(abs(_value(one) - _value(other)), _allowed(one, other, size, spread)) for one, other, size in pairs]
    return max((distance for distance, allowed in distances if distance > allowed), default=0.0)


def _allowed(one: str, other: str, size: float, spread: float) -> float:
    relative = FLOAT32 if spread or (_is_float32(one) and _is_float32(other)) else FLOAT64
    slack = 1 + 1e-9  # the distance of two decimals is itself rounded
    return max(relative * size, _last_place(one), _last_place(other), SPREADS * spread) * slack


def _words(line: str) -> str:
    return re.sub(_FLOAT, "#", line)


def _numbers(line: str) -> list[str]:
    return [number.strip() for number in re.findall(_FLOAT, line)]


def _sizes(lines: list[str]) -> list[float]:
    """For each number the largest one of its tensor."""
    groups = list(_groups(lines))
    largest: dict[int, float] = {}
    for group, value in groups:
        largest[group] = max(largest.get(group, 0), abs(value))
    return [largest[group] for group, _ in groups]


def _groups(lines: list[str]) -> Iterator[tuple[int, float]]:
    """Each number with the one of its tensor: a `[` in a `[` is a row of it, every other bracket begins anew."""
    count = 0
    brackets: list[tuple[str, int]] = []
    for line in lines:
        if not line.startswith(" "):  # what goes on from the line before is indented
            brackets = []
        for token in _TOKEN.finditer(line):
            count += 1
            bracket = token["bracket"]
            if not bracket:
                yield brackets[-1][1] if brackets else count, _value(token["number"])
            elif bracket in "([{":
                is_row = bracket == "[" and brackets and brackets[-1][0] == "["
                brackets.append((bracket, brackets[-1][1] if is_row else count))
            elif brackets:
                brackets.pop()


def _value(number: str) -> float:
    return float.fromhex(number.strip()) if "0x" in number else float(number)


def _is_float32(number: str) -> bool:
    """Whether a float32 is printed so: what has more digits was computed in float64."""
    if "0x" in number:
        return float(np.float32(_value(number))) == _value(number)
    digits = re.sub(r"e.*|\D", "", number).lstrip("0") or "0"
    return float(f"{float(np.float32(number)):.{len(digits) - 1}e}") == float(number)


def _last_place(number: str) -> float:
    mantissa, _, exponent = number.partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (int(exponent or 0) - decimals) if decimals >= ROUNDED and "0x" not in number else 0.0
