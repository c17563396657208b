"""Showing what the checks of a custom Function found."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from autograd_studio.sandbox import Outcome
from autograd_studio.why.numbers import number_text

from .checks import Checks, Comparison, read

MOST_TABLES = 10
BADGES = {"right": ("right", "green"), "wrong": ("wrong", "red"), "note": ("note", "gray")}


def findings(outcome: Outcome, mark: str) -> Checks | None:
    """Show what a check program's run found, and return it; None if it did not get that far."""
    st.header("Checks", anchor=False)
    try:
        checks = read(outcome.stdout, mark)
    except ValueError:
        st.text(outcome.message or "The program stopped before the checks.")
        return None
    for number, finding in enumerate(checks.findings):
        with st.container(horizontal=True, gap="xsmall", key=f"checks_finding_{number}"):
            word, color = BADGES[finding.verdict]
            st.badge(word, color=color)
            st.text(finding.text, width="stretch")
    return checks


def verdict(checks: Checks | None) -> None:
    """Show in two words how a Function did: how many checks it failed, or that all are right."""
    if checks is not None:
        wrong = sum(finding.verdict == "wrong" for finding in checks.findings)
        st.badge(f"{wrong} wrong" if wrong else "all right", color="red" if wrong else "green")


def tables(checks: Checks | None) -> None:
    """Show the tables of gradcheck."""
    for comparison in checks.comparisons[:MOST_TABLES] if checks is not None else ():
        with st.expander(f"gradcheck for argument {comparison.argument}", expanded=not comparison.agrees):
            _tables(comparison)
    if checks is not None and len(checks.comparisons) > MOST_TABLES:
        st.caption(f"Only the tables of the first {MOST_TABLES} arguments are shown.")


def _tables(comparison: Comparison) -> None:
    st.caption("One row for each element of the input, one column for each element of the output.")
    for place, (title, rows) in zip(
        st.columns(3),
        (
            ("Analytic, from your backward", comparison.analytic),
            ("Numeric, from finite differences", comparison.numeric),
            ("Difference", comparison.difference),
        ),
        strict=True,
    ):
        place.markdown(f"**{title}**")
        place.table(pd.DataFrame(rows).map(partial(number_text, digits=6)))
