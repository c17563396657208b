"""The Gallery page: programs to walk through, by topic."""

from collections.abc import Sequence

import streamlit as st

from autograd_studio import lessons
from autograd_studio.lessons import Lesson
from autograd_studio.lessons.search import found
from autograd_studio.web.address import arrived
from autograd_studio.web.frame import PROGRAM, frame

COLUMNS = 3
MOST_SEARCHED = 200  # characters

# A page's link is an address only for those who copy it or open it in a new tab, and Streamlit writes this page into it.
if lesson := arrived().get("lesson"):
    st.switch_page(PROGRAM, query_params={"lesson": lesson.bare})

frame("Gallery", "Programs that each show one thing. Each opens at the step where it starts to matter.")

query = st.text_input(
    "Search",
    placeholder="Search: why clone, retain_graph, second derivative, …",
    label_visibility="collapsed",
    max_chars=MOST_SEARCHED,
)


def show(found: Sequence[Lesson]) -> None:
    """Show lessons as cards."""
    for start in range(0, len(found), COLUMNS):
        for place, lesson in zip(st.columns(COLUMNS), found[start : start + COLUMNS], strict=False):
            with place.container(border=True, height="stretch"):
                st.page_link(PROGRAM, label=f"**{lesson.title}**", query_params={"lesson": lesson.id})
                st.caption(lesson.note)


if query.strip():
    if best := found(query):
        show(best)
    else:
        st.info("No program has any of these words in its title, note or source.")
else:
    if not lessons.topics():
        st.info("The gallery is empty: its programs could not be read. You can still write and run your own.")
    for topic in lessons.topics():
        st.header(topic.title, anchor=topic.id)
        show(topic.lessons)
