"""The Program page: a program goes in, a stepped graph comes out."""

import streamlit as st

from autograd_studio import lessons
from autograd_studio.web import compare, run_view
from autograd_studio.web.editor import load, run_wanted, text
from autograd_studio.web.frame import frame, run_button
from autograd_studio.web.player import with_middle
from autograd_studio.web.running.opening import EDITOR, confirm, follow_address, link_program, run_program
from autograd_studio.web.running.running import complete, forget, run_now, run_or_start

PAGE = "program"

head = frame("Autograd Studio")
opened = follow_address()
embedded = st.context.is_embedded

again = run_wanted(EDITOR)
if not embedded:
    with head:
        choice = st.container(key="program_choice")
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            run_view.pick_engine(opened)
            again = run_button("Ctrl+Enter or ⌘+Enter in the program") or again
            if (beside := compare.chosen()) is not None:
                compare.put(compare.beside_itself(text(EDITOR), on_torch=beside == compare.ITSELF))
                st.switch_page("pages/compare.py")
            saving = st.container(width="content")
waiting = head.empty()
if again:
    forget(PAGE)
    confirm(opened, EDITOR)
    opened = run_program(text(EDITOR))
if opened.fault:
    st.warning(opened.fault)
link = link_program(opened)
request = opened.form.request(engine=opened.engine, part="beginning")
run = run_or_start(request, page=PAGE)
wanted = with_middle(EDITOR, request)
awaits = run is not None and wanted.asked not in (None, run.request.asked)

lesson = lessons.of_source(text(EDITOR).bare)
if not embedded:
    with choice:
        run_view.pick_lesson(lesson)
run_view.show(
    run, opened, page=PAGE, key=EDITOR, given=opened.form, link=link, lesson=lesson.note if lesson is not None else None,
    note=opened.note.bare, middle="awaited" if awaits else "offered", offer=None if embedded else run_view.torch_offer(run),
)  # fmt: skip
load()
if embedded:
    st.link_button("Open in Autograd Studio", link or "/")
if run is None:
    run_now(request, page=PAGE, place=waiting)
if awaits or not run.outcome.is_whole:
    complete(run, wanted, page=PAGE, place=waiting)
if not embedded:
    run_view.offer_torch(run)
    with saving:
        run_view.downloads(run, page=PAGE, opened=opened)
