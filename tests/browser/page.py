"""A page with the player and little else, for the browser tests: ?show=NAME shows a payload of a folder."""

import os
from pathlib import Path

import streamlit as st

from ui.player import player

st.set_page_config(layout="wide")
place = st.container()
name = st.text_input("A text field", st.query_params.get("show", "vector"))
packed = (Path(os.environ["PAYLOADS"]) / f"{Path(name).name}.json.gz").read_bytes()
with place:
    player(packed, key="player", step=int(st.query_params.get("start", 1)))
if "second" in st.query_params:
    player(packed, key="second")
st.button("Run again")
