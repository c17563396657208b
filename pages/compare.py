"""The Compare page: two programs, stepped side by side by what they do."""

import streamlit as st

from ui import compare, stage
from ui.compare import EDITORS, SIDES, NotCompared
from ui.editor import load, run_wanted, text
from ui.frame import frame, run_button
from ui.opening import EDITOR, Opened, confirm, link_form, open_form
from ui.pairs import PAIRS, Programs
from ui.running import forget, known, run_now

PAGE = "compare"
MINE = "The Program page's program, to change one side"
TITLES = ("Left program", "Right program")
HEIGHT = "clamp(28rem, 100vh - 13.5rem, 70rem)"
state = st.session_state


def pick() -> None:
    """Put a ready pair into the editors, to be run."""
    picked, state.compare_pick = state.compare_pick, None
    mine = Programs(text(EDITOR), text(EDITOR))
    programs = PAIRS.get(picked, mine if picked == MINE else None)
    if programs is not None:
        compare.put(programs)


head = frame("Compare", "Two programs, stepped by what they do.")
opened = open_form(PAGE, next(iter(PAIRS.values())))
sides = [
    state.setdefault(f"{key}_side", Opened(program, is_foreign=opened.is_foreign))
    for key, program in zip(EDITORS, (opened.form.left, opened.form.right), strict=True)
]
written = [text(key, side.form) for key, side in zip(EDITORS, sides, strict=True)]
again = run_wanted(*EDITORS)
with head:
    choices = [*PAIRS, *([MINE] if text(EDITOR) else [])]
    st.selectbox(
        "Ready pair", choices, index=None, placeholder="Choose a pair", key="compare_pick", on_change=pick,
        label_visibility="collapsed", width=280,
    )  # fmt: skip
    again = run_button("Ctrl+Enter or ⌘+Enter in a program") or again
    load()
waiting = head.empty()
if opened.fault:
    st.warning(opened.fault)
if again:
    for key, side, program in zip(EDITORS, sides, written, strict=True):
        forget(key)
        confirm(side)
        side.form = program
link = link_form(opened, Programs(*(side.form for side in sides)))

runs = []
for key, side in zip(EDITORS, sides, strict=True):  # one run at a time: a second one would give up the first
    is_due = not runs or runs[-1] is not None
    runs.append(known(side.form, page=key, locked=side.is_foreign) if is_due else None)
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
        compare.bar(found, row)
for index, (column, key, side, run) in enumerate(zip(st.columns(2, gap="small"), EDITORS, sides, runs, strict=True)):
    half = stage.Half(
        SIDES[index],
        compare.step_in(found, row, index) if found else 1,
        HEIGHT,
        compare.marks(found, index) if found else (),
    )
    with column:
        stage.show(run, side, page=key, key=key, label=TITLES[index], given=side.form, link=link, half=half)
for key, side, run in zip(EDITORS, sides, runs, strict=True):
    if run is None:
        run_now(side.form, page=key, place=waiting, locked=side.is_foreign)
