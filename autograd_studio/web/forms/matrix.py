"""A matrix as a table whose cells are coloured by sign and size, with the seed and the direction at its sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

import streamlit as st

from autograd_studio.why.numbers import number_text

# Blue and orange are told apart by all kinds of colour vision, and weak enough for text of either theme.
POSITIVE, NEGATIVE = "47, 110, 220", "226, 120, 20"
STRONGEST = 0.45

CELL = "padding: 0.2rem 0.5rem; text-align: right; white-space: nowrap;"
PICKED = "box-shadow: inset 3px 0 currentColor; font-weight: 600;"


def matrix(
    rows: Sequence[Sequence[float]], *, outputs: Sequence[str], inputs: Sequence[str], seed: Sequence[float],
    direction: Sequence[float], vjp: Sequence[float], jvp: Sequence[float],
) -> None:  # fmt: skip
    """Show a Jacobian: left the seed, below it what backward sends, above it the direction, right what jvp gives."""
    most = max((abs(x) for row in rows for x in row if math.isfinite(x)), default=0) or 1.0
    head = _row([_head("v"), _head(""), *map(_head, inputs), _head("Ju")])
    moves = _row([_head(""), _head("u", "row"), *(_cell(x) for x in direction), _cell(None)])
    body = [
        _row(
            [_cell(weight), _head(name, "row"), *(_cell(x, _color(x, most)) for x in row), _cell(moved)],
            PICKED if weight else "",
        )
        for name, weight, row, moved in zip(outputs, seed, rows, jvp, strict=True)
    ]
    foot = _row([_cell(None), _head("vᵀJ", "row"), *(_cell(x) for x in vjp), _cell(None)], "border-top: 2px solid;")
    st.html(
        '<div role="region" aria-label="Jacobian" tabindex="0" style="overflow-x: auto; max-height: 34rem;">'
        '<table style="border-collapse: collapse; font-variant-numeric: tabular-nums;">'
        f"<thead>{head}</thead><tbody>{moves}{''.join(body)}</tbody><tfoot>{foot}</tfoot></table></div>"
        f'<div style="margin-top: 0.5rem; display: flex; gap: 0.4rem; align-items: center;">{number(-most)}'
        f'<span role="img" aria-label="orange is negative, blue is positive" style="width: 10rem; height: 0.8rem; '
        f"background: linear-gradient(to right, rgba({NEGATIVE}, {STRONGEST}), transparent, "
        f'rgba({POSITIVE}, {STRONGEST}));"></span>{number(most)}</div>'
    )


def number(x: float) -> str:
    """Return a number with four digits and a proper minus."""
    return number_text(x).replace("-", "−")


def _row(cells: list[str], style: str = "") -> str:
    return f'<tr style="{style}">{"".join(cells)}</tr>'


def _head(text: str, scope: str = "col") -> str:
    return f'<th scope="{scope}" style="{CELL}">{escape(text)}</th>' if text else "<td></td>"


def _cell(x: float | None, style: str = "") -> str:
    return f'<td style="{CELL}{style}">{"" if x is None else number(x)}</td>'


def _color(x: float, most: float) -> str:
    strength = STRONGEST * min(abs(x) / most, 1.0) if math.isfinite(x) else STRONGEST
    return f"background: rgba({POSITIVE if x > 0 else NEGATIVE}, {strength:.3f});" if x else ""
