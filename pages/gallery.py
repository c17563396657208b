"""The Gallery page: programs to walk through, by topic."""

import streamlit as st

import lessons
from ui.frame import PROGRAM, frame

COLUMNS = 3

# A page's link is an address only for those who copy it or open it in a new tab, and Streamlit writes this page into it.
if lesson := st.query_params.get("lesson"):
    st.switch_page(PROGRAM, query_params={"lesson": lesson})

frame("Gallery", "Programs that each show one thing. Each opens at the step where it starts to matter.")

wanted = st.text_input(
    "Search", placeholder="Search: retain_graph, hook, in place, …", label_visibility="collapsed"
).lower()
found = {
    topic: [lesson for lesson in topic.lessons if wanted in f"{lesson.title} {lesson.note} {lesson.source}".lower()]
    for topic in lessons.topics()
}
if not any(found.values()):
    st.info("No program has that in its title, note or source.")
for topic, shown in found.items():
    if not shown:
        continue
    st.header(topic.title, anchor=topic.id)
    for start in range(0, len(shown), COLUMNS):
        for place, lesson in zip(st.columns(COLUMNS), shown[start : start + COLUMNS], strict=False):
            with place.container(border=True, height="stretch"):
                st.page_link(PROGRAM, label=f"**{lesson.title}**", query_params={"lesson": lesson.id})
                st.caption(lesson.note)
