"""The Program page: a program goes in, a stepped graph comes out."""

import streamlit as st

import lessons
from ui import stage
from ui.editor import editor, load, run_wanted, text
from ui.frame import beside, frame, run_button
from ui.opening import EDITOR, follow_address, link_program, run_program
from ui.running import forget, known, run_now

PAGE = "program"

frame(
    "Autograd Studio",
    "Walk through the forward and backward pass of a PyTorch program, one exact step at a time.",
)
opened = follow_address()
embedded = st.context.is_embedded

left, right = beside()
message, picking, writing, note = (
    left.container(),
    left.container(),
    left.container(gap=None),
    left.container(),
)
waiting, printed = left.empty(), left.container()

again = run_wanted(EDITOR)
if not embedded:
    with picking.container(horizontal=True):
        choice = st.container(key="program_choice")
        with st.container(horizontal=True, width="content"):
            again = run_button("Ctrl+Enter or ⌘+Enter in the editor") or again
            saving = st.container(width="content")
if again:
    forget(PAGE)
    opened = run_program(text(EDITOR))
if opened.fault:
    message.warning(opened.fault)
link = link_program(opened)
run = known(opened.source, page=PAGE, locked=opened.is_foreign)

if embedded:
    left.link_button("Open in Autograd Studio", link or "/")
else:
    lesson = lessons.of_source(text(EDITOR))
    with choice:
        stage.pick_lesson(lesson)
    with writing:
        load()
        editor(EDITOR, label="Program", lines=12, marks=stage.marks(run) if run else [])
    if lesson is not None:
        note.caption(lesson.note)
if run is None:
    run_now(opened.source, page=PAGE, place=waiting, locked=opened.is_foreign)
with right:
    stage.show(run, opened, page=PAGE, link=link)
if not embedded:
    with saving:
        stage.downloads(run, page=PAGE)
    with printed:
        stage.output(run.outcome, page=PAGE)
