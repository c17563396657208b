"""A page with the player and little else, for the browser tests: ?show=NAME shows a payload of a folder, "none" none."""

import gzip
import json
import os
from pathlib import Path

import streamlit as st

from autograd_studio.web.editor import load, write
from autograd_studio.web.foreign import Own
from autograd_studio.web.parcel import Head
from autograd_studio.web.player import HEIGHT, player

st.set_page_config(layout="wide")
place = st.container()
name = st.text_input("A text field", st.query_params.get("show", "vector"))
packed, source = None, "import torch\n"
if name != "none":
    packed = (Path(os.environ["PAYLOADS"]) / f"{Path(name).name}.json.gz").read_bytes()
    source = "\n".join("".join(text for _, text in line) for line in json.loads(gzip.decompress(packed))["source"])
write("player", Own(source))
load()
with place:
    head = Head(int(st.query_params.get("start", 1)), HEIGHT)
    player(packed, head, key="player", given=Own(source), locked="locked" in st.query_params)
if "second" in st.query_params:
    player(packed, key="second", given=Own(source))
st.button("Run again")
