"""How a number is written: in one place, for findings and for the view."""

import ast
from pathlib import Path

import pytest

from autograd_engine.trace.schema import Value
from autograd_studio.why.numbers import bytes_text, number_text, written

ROOT = Path(__file__).parents[2] / "autograd_studio"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1e-05, "1e-5"),
        (1.25e20, "1.25e20"),
        (-0.0, "0"),
        (12345.0, "12345"),
        (0.1 + 0.2, "0.3"),
        ("NaN", "nan"),
        (True, "True"),
    ],
)
def test_a_number_has_four_digits_and_no_padding(number, text):
    assert number_text(number) == text
    assert written(Value("float32", [1], [number])) == f"[{text}]"


def test_bytes_are_written_as_numbers_are():
    assert [bytes_text(n) for n in (16, 1023, 1536, 3 << 20)] == ["16 bytes", "1023 bytes", "1.5 KiB", "3 MiB"]


def test_nobody_else_rounds_to_significant_digits():
    """A format such as `:.4g` pads the exponent. Limits, which are settings, are told in full."""
    padded = {
        path.relative_to(ROOT).as_posix()
        for top in ("why", "view", "web/forms")
        for path in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        if "".join(p.value if isinstance(p, ast.Constant) else "?" for p in node.format_spec.values)[-1:] in ("e", "g")
    }
    assert padded == {"why/numbers.py"}
