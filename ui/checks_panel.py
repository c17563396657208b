"""Showing what the checks of a custom Function found."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from sandbox import Outcome

from .checks import Comparison, read

BADGES = {"right": ("right", "green"), "wrong": ("wrong", "red"), "note": ("note", "gray")}


def show(outcome: Outcome, mark: str) -> None:
    """Show the findings of a check program's run, and the tables of gradcheck."""
    st.header("Checks", anchor=False)
    try:
        checks = read(outcome.stdout, mark)
    except ValueError:
        st.text(outcome.message or "The program did not get to the checks.")
        return
    for finding in checks.findings:
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            word, color = BADGES[finding.verdict]
            st.badge(word, color=color)
            st.text(finding.text, width="stretch")
    for comparison in checks.comparisons:
        with st.expander(f"gradcheck by argument {comparison.argument}", expanded=not comparison.agrees):
            _tables(comparison)


def _tables(comparison: Comparison) -> None:
    st.caption("A row for each element of the input, a column for each element of the output.")
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
        place.table(pd.DataFrame(rows).map("{:.6g}".format))
