"""The Custom op page: a Function of one's own, its use, and what checks find in it."""

import streamlit as st

from autograd_studio.outline.forms import CustomOp
from autograd_studio.outline.outline import Asked
from autograd_studio.web import run_view
from autograd_studio.web.editor import KEYS, Mark, editor, load, run_wanted, text, write
from autograd_studio.web.foreign import Own, joined
from autograd_studio.web.forms import checks_panel
from autograd_studio.web.forms.checks import check_program
from autograd_studio.web.forms.custom_op_examples import EXAMPLES
from autograd_studio.web.frame import PROGRAM, beside, frame, run_button
from autograd_studio.web.running.opening import Opened, confirm, link_form, open_form, open_program
from autograd_studio.web.running.outlines import outlined
from autograd_studio.web.running.running import forget, run_now, run_or_start

PAGE, CHECKS = "custom_op", "custom_op_checks"
CELLS = {"forward": "Forward", "backward": "Backward", "use": "Use"}
EDITORS = {cell: f"custom_op_{cell}" for cell in CELLS}
state = st.session_state


def start_from_example() -> None:
    """Fill the form with the example that was picked."""
    example = EXAMPLES[state.custom_op_example]
    state.custom_op_name, state.custom_op_filled = example.name, True
    for cell, key in EDITORS.items():
        write(key, Own(getattr(example, cell)))


head = frame(
    "Custom op",
    "Write the forward and backward of a Function, step through an example, and have it checked.",
)
opened = open_form(PAGE, EXAMPLES["MyReLU"])
form = opened.form
for cell, key in EDITORS.items():
    text(key, form.replace(getattr(form.bare, cell)))  # what the editor begins with
left, right = beside()
with left:
    if opened.fault:
        st.warning(opened.fault)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Start from", list(EXAMPLES), key="custom_op_example", on_change=start_from_example)
        state.setdefault("custom_op_name", form.bare.name)
        name = st.text_input("Name", key="custom_op_name").strip()
    again = run_wanted(*EDITORS.values())
    with st.container(horizontal=True, vertical_alignment="center"):
        again = run_button("Ctrl+Enter or ⌘+Enter in an editor") or again
        opens = st.button("Open as a program")
        verdict = st.container(width="content")
    writing = st.container(gap="xsmall")
    faults, waiting, checking = st.container(), st.empty(), st.container(gap="xsmall")

if again or state.pop("custom_op_filled", False):
    confirm(opened, *EDITORS.values())
    form = joined(CustomOp, opened.form.replace(name), *map(text, EDITORS.values()))
    forget(PAGE)
    forget(CHECKS)
link = link_form(opened, form)
written = outlined(Asked(custom_op=form.bare))
found = written.faults
if found:
    with faults.container(border=True):
        st.text("\n".join(map(str, found)))
        st.caption(run_view.STALE)
shown = opened
if found:  # who has run what is faulty has not asked for what was valid before
    shown = state.get("custom_op_valid", Opened(Own(EXAMPLES["MyReLU"])))
    written = outlined(Asked(custom_op=shown.form.bare))
else:
    state.custom_op_valid = Opened(form)
if written.program is None:
    st.stop()
source = shown.form.replace(written.program)
request = source.request()
run = run_or_start(request, page=PAGE)

marks = [(fault.cell, Mark(fault.line, fault.message)) for fault in found if fault.line is not None]
if run is not None and not found:
    for mark in run_view.marks(run):
        cell, line = written.cell_of(mark.line) or (None, 0)
        marks.append((cell, Mark(line, mark.message)))
with head:
    load()
with writing:
    for cell, title in CELLS.items():
        st.caption(title)
        key = EDITORS[cell]
        own = [mark for where, mark in marks if where == cell]
        editor(
            key, label=title, given=form.replace(getattr(form.bare, cell)), lines=4, marks=own,
            keys=KEYS if cell == "use" else "",
        )  # fmt: skip
if opens:
    open_program(source)
    st.switch_page(PROGRAM)

with right:
    run_view.show(run, shown, page=PAGE, key="custom_op_program", given=source, locked=True, link=link)
    comparing = st.container()
if run is None:
    run_now(request, page=PAGE, place=waiting)

if run.outcome.status == "unlocked":
    st.stop()  # the answer is for the checks, too

checks_source, mark = check_program(shown.form.bare, written)
checking_request = source.replace(checks_source).request(draw=False)
checked = run_or_start(checking_request, page=CHECKS)
if checked is None:
    run_now(checking_request, page=CHECKS, place=checking.empty())
with checking:
    if checked.outcome.status == "unlocked":
        run_view.ask(checked, shown, page=CHECKS)
        st.stop()
    checks = checks_panel.findings(checked.outcome, mark)
with verdict:
    checks_panel.verdict(checks)
with comparing:
    checks_panel.tables(checks)
