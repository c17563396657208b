"""The Operators page: what exists, how it is differentiated, and an example of each to step through."""

import pandas as pd
import streamlit as st

from autograd_studio.lessons.operators import Operator, operators
from autograd_studio.web import links
from autograd_studio.web.frame import PROGRAM, frame

MOST_SEARCHED = 200  # characters
ROW = 35  # pixels of a row of st.dataframe
WIDTHS = {"Function": 190, "What it computes": 350, "grad_fn": 190}  # pixels; together they fit a window of 1366

frame(
    "Operators",
    "Every PyTorch function that works here, with its gradient and an example to step through.",
)


def show(operator: Operator) -> None:
    """Draw what the reference says of one function."""
    st.header(operator.name, anchor=False)
    st.write(operator.text)
    for signature in operator.signatures:
        st.code(operator.name + signature, language=None, wrap_lines=True)
    if operator.grad_fn:
        st.markdown("In the graph: " + ", ".join(f"`{name}`" for name in operator.grad_fn))
    for inputs, formula in operator.formulas.items():
        st.markdown(f"Gradient of `{inputs}`:")
        st.code(formula, language=None, wrap_lines=True)
    st.page_link(
        PROGRAM, label="**Step through this example**", query_params={"program": links.token(operator.program)}
    )
    # Streamlit's own colours of Python have too little contrast in the dark.
    st.code(operator.program, language=None, wrap_lines=True)


wanted = st.text_input(
    "Search",
    placeholder="Search: softmax, MulBackward0, cumulative, …",
    label_visibility="collapsed",
    max_chars=MOST_SEARCHED,
).lower()
found = [
    operator
    for operator in operators()
    if all(word in f"{operator.name} {operator.text} {operator.grad_fn}".lower() for word in wanted.split())
]
if not found:
    nothing = "No function has that in its name, description or grad_fn."
    st.info(nothing if operators() else "The reference could not be read. Programs run without it.")
    st.stop()
left, right = st.columns([3, 2], gap="medium")
with left:
    table = pd.DataFrame(
        {
            "Function": [operator.name for operator in found],
            "What it computes": [operator.text.replace("`", "") for operator in found],
            "grad_fn": [", ".join(operator.grad_fn) for operator in found],
        }
    )
    chosen = st.dataframe(
        table,
        hide_index=True,
        height=min(640, ROW * (len(found) + 1) + 2),
        on_select="rerun",
        selection_mode="single-row",
        column_config={name: st.column_config.Column(width=width) for name, width in WIDTHS.items()},
        key=f"operators_{wanted}",
    ).selection.rows
    st.caption(f"{len(found)} of {len(operators())} functions. Choose a row to see one.")
with right:
    show(found[chosen[0] if chosen else 0])
