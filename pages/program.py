"""The Program page: a program goes in, a stepped graph comes out."""

import streamlit as st

import lessons
from ui import compare, engines, stage
from ui.editor import load, run_wanted, text
from ui.frame import frame, run_button
from ui.opening import EDITOR, follow_address, link_program, run_program
from ui.pairs import Programs
from ui.running import forget, known, run_now

PAGE = "program"
BESIDE = "Opens this program on both sides of the Compare page, to change one of them"
BOTH = "Runs this program on the built-in engine and on PyTorch, side by side, and says where they first differ"

head = frame("Autograd Studio")
opened = follow_address()
embedded = st.context.is_embedded

again = run_wanted(EDITOR)
if not embedded:
    with head:
        choice = st.container(key="program_choice")
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            stage.pick_engine(opened)
            again = run_button("Ctrl+Enter or ⌘+Enter in the program") or again
            if st.button("Compare with…", key="program_compare", help=BESIDE):
                compare.put(Programs(text(EDITOR), text(EDITOR)), is_foreign=opened.is_foreign)
                st.switch_page("pages/compare.py")
            if engines.torch_version() and st.button("Both engines", key="program_both", help=BOTH):
                compare.put(Programs(text(EDITOR), text(EDITOR), on_torch=True), is_foreign=opened.is_foreign)
                st.switch_page("pages/compare.py")
            saving = st.container(width="content")
waiting = head.empty()
if again:
    forget(PAGE)
    opened = run_program(text(EDITOR))
if opened.fault:
    st.warning(opened.fault)
link = link_program(opened)
run = known(opened.source, page=PAGE, engine=opened.engine, locked=opened.is_foreign)

lesson = lessons.of_source(text(EDITOR))
if not embedded:
    with choice:
        stage.pick_lesson(lesson)
stage.show(
    run, opened, page=PAGE, key=EDITOR, given=opened.source, link=link, lesson=lesson.note if lesson is not None else None
)  # fmt: skip
load()
if embedded:
    st.link_button("Open in Autograd Studio", link or "/")
if run is None:
    run_now(opened.source, page=PAGE, place=waiting, engine=opened.engine, locked=opened.is_foreign)
if not embedded:
    stage.offer_torch(run)
    with saving:
        stage.downloads(run, page=PAGE)
