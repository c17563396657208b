"""The Practice page: write a backward pass by hand, and have each gradient marked."""

from html import escape

import streamlit as st

from autograd_studio.outline.forms import Faulty
from autograd_studio.outline.outline import Asked
from autograd_studio.web import run_view
from autograd_studio.web.editor import KEYS, Mark, editor, load, run_wanted, text, write
from autograd_studio.web.foreign import Content, Own, joined
from autograd_studio.web.forms.exercises import EXERCISES, exercise
from autograd_studio.web.forms.practice import Attempt, Marks, first_line, practice_program, read, together
from autograd_studio.web.frame import beside, frame, run_button
from autograd_studio.web.ladder import ladder
from autograd_studio.web.running.opening import confirm, link_form, open_with_program
from autograd_studio.web.running.outlines import outlined
from autograd_studio.web.running.running import forget, run_now, run_or_start

PAGE, MARKS = "practice", "practice_marks"
PROGRAM, BACKWARD = "practice_program", "practice_backward"
SIGNS = {"exact": "✓", "close": "✓", "missing": "·"}
CELL = "padding: 0.15rem 1rem 0.15rem 0; text-align: left; vertical-align: top;"
state = st.session_state


def form_with(source: Content[str]) -> Content[Attempt]:
    """Return the form for a program that is no exercise."""
    output = outlined(Asked(source.bare)).output
    return source.replace(
        Attempt(source.bare, output, f"# d{output} is there: ones. Write the gradient of each name.\n")
    )


def pick(id: str) -> None:
    """Fill the form with an exercise."""
    picked = exercise(id) or EXERCISES[0]
    write(PROGRAM, Own(picked.program))
    write(BACKWARD, Own(picked.beginning))
    state.practice_output, state.practice_shown, state.practice_filled = picked.output, [], True


def table(marks: Marks) -> str:
    """Return the marks as a table."""
    rows = "".join(
        f'<tr><th scope="row" style="{CELL}">{SIGNS.get(mark.kind, "✗")} d{escape(mark.name)}</th>'
        f'<td style="{CELL}">{escape(str(mark.shape))}</td><td style="{CELL}">{escape(mark.said)}'
        f"{f'<pre>{escape(mark.shown)}</pre>' if mark.shown else ''}</td></tr>"
        for mark in marks.rows
    )
    head = "".join(f'<th scope="col" style="{CELL}">{title}</th>' for title in ("Gradient", "Shape", "Mark"))
    return f'<table aria-label="Marks"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def in_lines(marks: Marks) -> list[Mark]:
    """Return the marks for the editor: where the text stopped, and the lines that give gradients."""
    found = []
    if marks.stopped is not None and marks.stopped[0] is not None:
        found.append(Mark(*marks.stopped))
    given = {
        line.partition("=")[0].strip(): number
        for number, line in enumerate(form.bare.backward.splitlines(), 1)
        if "=" in line
    }
    for mark in marks.rows:
        last = given.get(f"d{mark.name}")
        if last is not None and mark.kind != "missing":
            found.append(Mark(last, f"d{mark.name}: {mark.said}", "hint" if mark.is_right else "error"))
    return found


if "practice_picked" in state:
    pick(state.pop("practice_picked"))
first = EXERCISES[0]
head = frame("Practice", "Write the backward pass yourself, and have each gradient marked.")
opened = open_with_program(PAGE, Attempt(first.program, first.output, first.beginning), form_with)
form = opened.form
text(PROGRAM, form.replace(form.bare.program))  # what the editors begin with
text(BACKWARD, form.replace(form.bare.backward))
left, right = beside()
with left:
    if opened.fault:
        st.warning(opened.fault)
    climbing = st.container()
    again = run_wanted(PROGRAM, BACKWARD)
    state.setdefault("practice_output", form.bare.output)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text("Output", width="content")  # beside its field, so that "Run" is in view on a laptop
        output = st.text_input("Output", key="practice_output", width=110, label_visibility="collapsed").strip()
        again = run_button("Ctrl+Enter or ⌘+Enter in an editor") or again
    faults, waiting = st.container(), st.empty()
    writing = st.container(gap="xsmall")

if again or state.pop("practice_filled", False):
    confirm(opened, PROGRAM, BACKWARD)
    form = joined(Attempt, text(PROGRAM), opened.form.replace(output), text(BACKWARD))
    forget(PAGE)
    forget(MARKS)
link = link_form(opened, form)
current = next((one for one in EXERCISES if one.program == form.bare.program), None)
shown = tuple(sorted(state.get("practice_shown", ())))
outline = outlined(Asked(form.bare.program))
found, marks, run, notes, graded = None, None, None, [], []
try:
    source, mark = found = practice_program(form.bare, outline, shown)
    request = form.replace(source).request(draw=False)
except Faulty as error:
    notes = [Mark(fault.line, fault.message) for fault in error.faults if fault.line is not None]
    faults.text("\n".join(map(str, error.faults)))
if found is not None:
    run = run_or_start(request, page=MARKS)
    if run is not None and run.outcome.status != "unlocked":
        notes = run_view.marks(run)
        try:
            marks = read(run.outcome.stdout, mark)
            graded = in_lines(marks)
        except ValueError as error:
            with faults.container(border=True):
                st.text(str(run.outcome.error.message if run.outcome.error else run.outcome.message or error))

with head:
    load()
with climbing:
    solved = current.id if current and marks and marks.are_right and not shown else None
    picked = ladder(current and current.id, solved)
    if picked:
        state.practice_picked = picked  # the fields that it fills are drawn already
        st.rerun()
    if current:
        st.markdown(f"**{current.title}.** {current.task}")
with writing:
    st.caption("Program")
    editor(PROGRAM, label="Program", given=form.replace(form.bare.program), lines=4, marks=notes, keys="")
    st.caption("Your backward")
    editor(BACKWARD, label="Your backward", given=form.replace(form.bare.backward), lines=6, marks=graded, keys=KEYS)
if found is None:
    st.stop()
if run is None:
    run_now(request, page=MARKS, place=waiting)

with right:
    if run.outcome.status == "unlocked":
        run_view.ask(run, opened, page=MARKS)
        st.stop()
    if marks is not None:
        if marks.stopped is not None:
            line, message = marks.stopped
            with st.container(border=True):
                st.text(f"Your backward stopped{'' if line is None else f' in line {line}'}: {message}")
        if marks.are_right:
            st.success("All gradients are right." + (" This exercise is solved." if solved else ""))
        else:
            st.info(f"{sum(row.is_right for row in marks.rows)} of {len(marks.rows)} gradients are right.")
        st.html(table(marks))
        names = [row.name for row in marks.rows]
        state.practice_shown = [name for name in shown if name in names]  # another program may have others
        st.multiselect("Show the right gradient of", names, key="practice_shown", placeholder="none", width=420)
    both = form.map(lambda attempt: together(attempt, outline))
    drawn = run_or_start(both.request(), page=PAGE)
    at = first_line(form.bare, outline) - 1
    run_view.show(
        drawn, opened, page=PAGE, key="practice_stage", given=both, label="Both together", locked=True, link=link,
        by_hand=at - 1,  # the line of no_grad(), above that of the seed
        marks=[Mark(one.line + at, one.message, one.severity) for one in graded],
    )  # fmt: skip
if drawn is None:
    run_now(both.request(), page=PAGE, place=waiting)
