"""The Jacobian page: how each element of an output depends on each of an input, and what backward makes of it."""

import math

import streamlit as st

from autograd_studio.outline.forms import Faulty
from autograd_studio.outline.outline import Asked
from autograd_studio.web import run_view
from autograd_studio.web.editor import Mark, editor, load, run_wanted, text
from autograd_studio.web.foreign import joined
from autograd_studio.web.forms.jacobian import EXAMPLE, MOST, Pair, jacobian_program, read
from autograd_studio.web.forms.matrix import matrix, number
from autograd_studio.web.frame import beside, frame, run_button
from autograd_studio.web.running.opening import confirm, link_form, open_pair
from autograd_studio.web.running.outlines import outlined
from autograd_studio.web.running.running import forget, run_now, run_or_start
from autograd_studio.web.verbatim import verbatim

PAGE, EDITOR = "jacobian", "jacobian_editor"
MOST_SLIDERS = 8
ALL = "1 for every element"
state = st.session_state


def labels(name: str, shape: list[int]) -> list[str]:
    """Return what the elements of a tensor are called, as many as are shown."""
    found = []
    whole = name if name.replace(".", "").isidentifier() or not shape else f"({name})"
    for place in range(min(math.prod(shape), MOST)):
        index: list[int] = []
        for size in reversed(shape):
            place, here = divmod(place, size)
            index.insert(0, here)
        found.append(f"{whole}{index if shape else ''}")
    return found


def pick(letter: str, names: list[str]) -> None:
    """Set the sliders to what was picked."""
    choice, state[f"jacobian_pick_{letter}"] = state[f"jacobian_pick_{letter}"], None
    for name in names:
        state[f"jacobian_{letter}_{name}"] = float(choice in (ALL, alone(name)))


def alone(name: str) -> str:
    """Return the words for a vector that is 1 at one element."""
    return f"1 for {name} alone"


def vector(letter: str, title: str, names: list[str]) -> list[float]:
    """Return the numbers that are chosen for a vector: one for each name, by sliders where there are few."""
    choices = [ALL, *map(alone, names)]
    if len(names) > MOST_SLIDERS:
        choice = st.selectbox(title, choices, key=f"jacobian_choice_{letter}")
        return [float(choice in (ALL, alone(name))) for name in names]
    st.selectbox(
        title, choices, index=None, placeholder="Set it to …", key=f"jacobian_pick_{letter}",
        on_change=pick, args=(letter, names),
    )  # fmt: skip
    with st.container(horizontal=True, gap="small"):
        return [slider(letter, name) for name in names]


def slider(letter: str, name: str) -> float:
    """Return the number of one element of a vector."""
    state.setdefault(f"jacobian_{letter}_{name}", 1.0)
    return st.slider(f"{letter} at {verbatim(name)}", -2.0, 2.0, step=0.1, key=f"jacobian_{letter}_{name}", width=150)


def combined(product: str, line: str, weights: list[float], names: list[str], found: list[float]) -> None:
    """Write out a product as the sum of the rows or columns that it takes, unless they are many."""
    picked = [f"{number(weight)} · {line} {name}" for weight, name in zip(weights, names, strict=True) if weight]
    if len(picked) <= MOST_SLIDERS:
        st.text(f"{product} = {' + '.join(picked) or '0'} = [{', '.join(map(number, found))}]")


head = frame("Jacobian", "See the matrix that backward multiplies by, and what your seed picks from it.")
opened = open_pair(PAGE, EXAMPLE)
form = opened.form.bare
text(EDITOR, opened.form.replace(form.program))  # what the editor begins with
left, right = beside()
with left:
    if opened.fault:
        st.warning(opened.fault)
    again = run_wanted(EDITOR)
    writing = st.container(gap="xsmall")
    with st.container(horizontal=True):
        output = st.text_input("Output", form.output, key="jacobian_output").strip()
        given = st.text_input("Input", form.input, key="jacobian_input").strip()
        line = st.number_input(
            "After line",
            1,
            None,
            form.line or None,
            key="jacobian_line",
            placeholder="of the output",
            help="Both are taken after this line, or else where the output gets its name. In a loop the last iteration counts.",
        )
    again = run_button("Ctrl+Enter or ⌘+Enter in the program") or again
    faults, waiting = st.container(), st.empty()

if again:
    confirm(opened, EDITOR)
    forget(PAGE)
program = text(EDITOR) if again else opened.form.replace(form.program)
asked = joined(Pair, program, *map(opened.form.replace, (output, given, line or 0)))
link = link_form(opened, asked)
found, marks = None, []
try:
    source, mark = found = jacobian_program(asked.bare, outlined(Asked(asked.bare.program)))
    request = asked.replace(source).request(draw=False)
except Faulty as error:
    marks = [Mark(fault.line, fault.message) for fault in error.faults if fault.line is not None]
    faults.text("\n".join(map(str, error.faults)))
run = None if found is None else run_or_start(request, page=PAGE)
with head:
    load()
with writing:
    editor(
        EDITOR, label="Program", given=asked.replace(asked.bare.program), lines=8,
        marks=marks or (run_view.marks(run) if run else []),
    )  # fmt: skip
if found is None:
    st.stop()
if run is None:
    run_now(request, page=PAGE, place=waiting)
with right:
    if run.outcome.status == "unlocked":
        run_view.ask(run, opened, page=PAGE)
        st.stop()
    try:
        jacobian = read(run.outcome.stdout, mark)
    except ValueError as error:
        st.error(verbatim(str(run.outcome.error.message if run.outcome.error else run.outcome.message or error)))
        st.caption("The graph is still there right after the line that computes the output: give its number.")
        st.stop()
    rows, columns = labels(output, jacobian.output), labels(given, jacobian.input)
    if not rows or not columns:
        st.info("A tensor without elements has no Jacobian to show.")
        st.stop()
    st.write(
        f"A cell says by how much its row's element of {verbatim(output)} grows for each unit that its column's element "
        f"of {verbatim(given)} grows. `backward(v)` never builds this matrix: it adds up the rows, each times its seed in v, and "
        f"that sum vᵀJ is what goes to {verbatim(given)}. `jvp` goes the other way and adds up the columns, each times its "
        "number in u: that is how the output moves when the input moves by u."
    )
    with st.container(horizontal=True):
        with st.container():
            seed = vector("v", "Seed v, as in backward(v)", rows)
        with st.container():
            direction = vector("u", "Direction u, as in jvp", columns)
    back, moved = jacobian.vjp(seed), jacobian.jvp(direction)
    matrix(
        jacobian.rows, outputs=rows, inputs=columns, seed=seed, direction=direction, vjp=back, jvp=moved,
    )  # fmt: skip
    if jacobian.is_cut:
        st.caption(
            f"The whole matrix has {math.prod(jacobian.output)} rows and {math.prod(jacobian.input)} columns; only the first "
            f"{MOST} of each are shown, and seeds of the others are 0."
        )
    combined("vᵀJ", "row", seed, rows, back)
    combined("Ju", "column", direction, columns, moved)
    if link is None:
        st.caption(run_view.TOO_LONG)
    if run.outcome.isolated is False:
        st.caption(run_view.NOT_ISOLATED)
