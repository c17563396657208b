"""The Compare page: two programs, stepped side by side by what they do."""

import streamlit as st

from autograd_studio.web import compare, run_view
from autograd_studio.web.compare import EDITORS, SIDES, NotCompared
from autograd_studio.web.editor import load, run_wanted, text
from autograd_studio.web.foreign import Own, joined
from autograd_studio.web.forms.pairs import PAIRS, Programs
from autograd_studio.web.frame import frame, run_button
from autograd_studio.web.running import engines
from autograd_studio.web.running.opening import EDITOR, Opened, confirm, link_form, open_form
from autograd_studio.web.running.running import forget, run_now, run_or_start

PAGE = "compare"
TAGLINE = "Two programs side by side, matched by what each step does."
MINE = "The program of the Program page, to change one side"
ENGINES = "The left program on both engines"
TITLES = ("Left program", "Right program")
NO_TORCH = "The link asks for PyTorch, which this studio does not offer. Both sides ran on the built-in engine instead."
HEIGHT = "clamp(28rem, 100vh - 13.5rem, 70rem)"
state = st.session_state


def pick() -> None:
    """Put a ready pair into the editors, to be run."""
    picked, state.compare_pick = state.compare_pick, None
    if picked == MINE:
        compare.put(compare.beside_itself(text(EDITOR), on_torch=False))
    elif picked == ENGINES:
        compare.put(compare.beside_itself(text(EDITORS[0]), on_torch=True))
    elif picked in PAIRS:
        compare.put(Own(PAIRS[picked]))


opened = open_form(PAGE, next(iter(PAIRS.values())))
sides = [
    state.setdefault(f"{key}_side", Opened(program))
    for key, program in zip(EDITORS, compare.sides_of(opened.form), strict=True)
]
wants_torch = state.setdefault(compare.ON_TORCH, opened.form.bare.on_torch)
on_torch = wants_torch and engines.torch_version() is not None
places = ("built-in", "torch" if on_torch else "built-in")
titles = [engines.name(place) for place in places] if on_torch else TITLES
head = frame("Compare", " on the left, ".join(titles) + " on the right." if on_torch else TAGLINE)
for key, side in zip(EDITORS, sides, strict=True):
    text(key, side.form)  # what the editors begin with
again = run_wanted(*EDITORS)
with head:
    choices = [*PAIRS, *([MINE] if text(EDITOR).bare else []), *([ENGINES] if engines.torch_version() else [])]
    st.selectbox(
        "Ready pair", choices, index=None, placeholder="Choose a pair", key="compare_pick", on_change=pick,
        label_visibility="collapsed", width=280,
    )  # fmt: skip
    again = run_button("Ctrl+Enter or ⌘+Enter in a program") or again
    load()
waiting = head.empty()
if opened.fault:
    st.warning(opened.fault)
if wants_torch and not on_torch:
    st.warning(NO_TORCH)
if again:
    for key, side in zip(EDITORS, sides, strict=True):
        forget(key)
        confirm(side, key)
        side.form = text(EDITORS[0] if on_torch else key)
programs = joined(lambda left, right: Programs(left, right, on_torch), *(side.form for side in sides))
link = link_form(opened, programs)

runs = []
requests = [side.form.request(engine=place) for side, place in zip(sides, places, strict=True)]
for key, request in zip(EDITORS, requests, strict=True):
    # One run at a time: a second one would give up the first.
    is_due = not runs or runs[-1] is not None
    runs.append(run_or_start(request, page=key) if is_due else None)
found = None
try:
    found = compare.comparison(*runs)
except NotCompared as error:
    st.warning(f"The runs could not be compared. {error}")
bar = st.container(key="compare_transport")
row = 0
if found is not None:
    row = opened.step - 1 if opened.step else compare.beginning(found)
    with bar:
        compare.bar(found, row, of_engines=on_torch)
for index, (column, key, side, run) in enumerate(zip(st.columns(2, gap="small"), EDITORS, sides, runs, strict=True)):
    half = run_view.Half(
        SIDES[index],
        compare.step_in(found, row, index) if found else 1,
        HEIGHT,
        compare.marks(found, index) if found else (),
    )
    with column:
        is_copy = on_torch and index == 1
        run_view.show(
            run, side, page=key, key=key, label=titles[index], given=side.form, link=link, locked=is_copy, half=half
        )  # fmt: skip
for key, request, run in zip(EDITORS, requests, runs, strict=True):
    if run is None:
        run_now(request, page=key, place=waiting)
