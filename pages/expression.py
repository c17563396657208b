"""The Expression page: a table of inputs and an expression write a program."""

import streamlit as st

from autograd_studio.outline.forms import EXAMPLE, MOST_CALLS, MOST_INPUTS, Expression, Input
from autograd_studio.outline.outline import Asked
from autograd_studio.web import run_view
from autograd_studio.web.editor import load
from autograd_studio.web.frame import PROGRAM, beside, frame
from autograd_studio.web.running.opening import link_form, open_form, open_program
from autograd_studio.web.running.outlines import outlined
from autograd_studio.web.running.running import forget, run_now, run_or_start

PAGE = "expression"
state = st.session_state

head = frame("Expression", "Enter some inputs and an expression; the studio writes the program.")
opened = open_form(PAGE, EXAMPLE)
form = opened.form.bare
rows = state.setdefault("expression_rows", dict(enumerate(form.inputs)))

left, right = beside()
with left:
    if opened.fault:
        st.warning(opened.fault)
    inputs = []
    for number, (row, given) in enumerate(rows.items(), 1):
        shown = "visible" if number == 1 else "collapsed"
        with st.container(gap="xxsmall"):
            with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
                name = st.text_input("Name", given.name, key=f"expression_name_{row}", label_visibility=shown, width=64)
                value = st.text_input("Value", given.value, key=f"expression_value_{row}", label_visibility=shown)
                st.button("✕", key=f"expression_remove_{row}", help="Remove this input", on_click=rows.pop, args=(row,))
            wanted = st.checkbox("requires_grad", given.requires_grad, key=f"expression_grad_{row}")
        inputs.append(Input(name.strip(), value.strip(), wanted))
    added = Input(
        next(name for name in "abcdefghijklmnopqrstuvwxyz" * 2 if name not in [i.name for i in inputs]), "1.0"
    )
    st.button(
        "Add an input", on_click=rows.__setitem__, args=(max(rows, default=0) + 1, added), disabled=len(rows) >= MOST_INPUTS
    )  # fmt: skip
    expression = st.text_input("Expression", form.expression, key="expression_expression")
    gradient = st.text_input(
        "Upstream gradient", form.gradient, key="expression_gradient", placeholder="none: backward()"
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        calls = st.number_input("Calls to backward()", 1, MOST_CALLS, form.calls, key="expression_calls")
        retain = st.checkbox("retain_graph", form.retain_graph, key="expression_retain", width="content")
    faults, waiting, written = st.container(), st.empty(), st.container()

form = opened.form.replace(Expression(tuple(inputs), expression.strip(), gradient.strip(), calls, retain))
link = link_form(opened, form)
outline = outlined(Asked(expression=form.bare))
if outline.faults:
    with faults.container(border=True):
        st.text("\n".join(map(str, outline.faults)))
        st.caption(run_view.STALE)
    outline = outlined(Asked(expression=state.get("expression_valid", EXAMPLE)))
else:
    state.expression_valid = form.bare
if outline.program is None:
    st.stop()
source = form.replace(outline.program)

with written:
    if st.button("Open as a program", type="primary"):
        open_program(source)
        st.switch_page(PROGRAM)
request = source.request()
run = run_or_start(request, page=PAGE)
with head:
    load()
with right:
    run_view.show(run, opened, page=PAGE, key="expression_program", given=source, locked=True, link=link)
if run is None:
    run_now(request, page=PAGE, place=waiting)
with written:
    if run.outcome.status in run_view.NOT_RUN:
        st.button("Run again", on_click=forget, args=(PAGE,))
