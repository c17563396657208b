"""The payload's schema: what is made of it is as it says, and real payloads are made of what it defines, and of all of that."""

import dataclasses
import functools
import json
import typing
from collections import Counter
from typing import Literal

import pytest

from autograd_engine.run.program import run
from autograd_engine.trace.schema import TraceLimits
from autograd_studio import lessons
from autograd_studio.view import schema
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload import document, nudged
from autograd_studio.view.payload.numbering import renumbered
from autograd_studio.view.payload.writing import written
from tools import payload_schema as tool

from ..support.folded import PROGRAMS as FOLDED
from ..support.pictures import PROGRAMS as PICTURES
from ..support.pictures import traced

# What the programs of the other tests do not have.
RARE = {
    "forward mode": """import torch
import torch.autograd.forward_ad as fwAD
with fwAD.dual_level():
    x = fwAD.make_dual(torch.ones(2), torch.ones(2))
    y = x * x
""",
    "retained and flagged": """import torch
w = torch.ones(2)
w.requires_grad_()
y = w * w
y.retain_grad()
y.sum().backward()
w.requires_grad_(False)
""",
    "rows": """import torch
x = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
(torch.softmax(x, dim=1) * x).sum().backward()
""",
    "many leaves and paths": "import torch\nws = [torch.ones(1, requires_grad=True) for _ in range(14)]\n"
    "sum(w * k for w in ws for k in range(2, 10)).sum().backward()\n",
    "a layer": "import torch\nprint(torch.nn.Linear(2, 1)(torch.ones(1, 2)))\n",
    "a paste": "w = torch.ones(2, requires_grad=True)\nw.sum().backward()\n",
}
LOOP = "import torch\nw = torch.ones(2, requires_grad=True)\nfor i in range(200):\n    (w * w).sum().backward()\n"
PROGRAMS = {**PICTURES, **RARE, "time steps": FOLDED["time steps"]}


def test_the_types_of_the_player_are_those_of_the_schema():
    assert tool.TYPES.read_text(encoding="utf-8") == tool.types(tool.entries()), "run `python -m tools.payload_schema`"


def test_the_tables_of_the_page_are_those_of_the_schema():
    text, found = tool.PAGE.read_text(encoding="utf-8"), tool.entries()
    assert text == tool.page(text, found), "run `python -m tools.payload_schema`"
    assert sorted(tool.shown(text)) == sorted(entry.name for entry in found)


def test_everything_in_the_schema_says_what_it_means():
    for entry in tool.entries():
        assert all(text.endswith(".") for text in (entry.meaning, *(field.meaning for field in entry.fields))), (
            entry.name
        )


_hints = functools.cache(typing.get_type_hints)


class Seen:
    """What payloads consist of: `fields` counts how often each field of a class is there."""

    def __init__(self):
        self.fields = Counter()

    def check(self, kind, item):
        """Fail unless an item of a payload is what the schema says."""
        if isinstance(kind, typing.NewType):
            kind = kind.__supertype__
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if dataclasses.is_dataclass(kind):
            self.check_fields(kind, item)
        elif hasattr(kind, "_fields"):
            self.check_row(kind, item)
        elif origin is list:
            assert isinstance(item, list)
            for one in item:
                self.check(inner[0], one)
        elif origin is dict:
            for key, one in item.items():
                self.check(inner[0], key)
                self.check(inner[1], one)
        elif origin is Literal:
            assert item in inner, (item, inner)
        elif inner:  # one of several
            assert any(self.is_one(part, item) for part in inner), (kind, item)
        else:
            assert self.is_plain(kind, item), (kind, item)

    def is_one(self, kind, item):
        if kind is type(None) or item is None:
            return kind is type(None) and item is None
        try:
            self.check(kind, item)
        except AssertionError:
            return False
        return True

    def is_plain(self, kind, item):
        return isinstance(item, (int, float) if kind is float else kind) and isinstance(item, bool) == (kind is bool)

    def check_fields(self, kind, item):
        hints = _hints(kind)
        fields = {one.name.removesuffix("_"): one for one in dataclasses.fields(kind)}
        assert item.keys() <= fields.keys(), (kind, item.keys() - fields.keys())
        for key, one in fields.items():
            if key in item:
                self.fields[kind.__name__, key] += 1
                self.check(hints[one.name], item[key])
            else:
                assert one.default is not dataclasses.MISSING or one.default_factory is not dataclasses.MISSING, (
                    kind,
                    key,
                )

    def check_row(self, kind, item):
        hints = _hints(kind)
        assert len(kind._fields) - len(kind._field_defaults) <= len(item) <= len(kind._fields), (kind, item)
        for name, one in zip(kind._fields, item, strict=False):
            self.fields[kind.__name__, name] += one is not None
            self.check(hints[name], one)


@pytest.fixture(scope="module")
def seen():
    """All that the payloads of the lessons and of some programs consist of."""
    found = Seen()
    for lesson in (lesson for topic in lessons.topics() for lesson in topic.lessons):
        found.check(schema.Payload, lessons.stored(lesson)["payload"])
    shortened = run(LOOP, trace_limits=TraceLimits(operations=60, tail=20)).trace
    for name, trace in {**{name: traced(source) for name, source in PROGRAMS.items()}, "shortened": shortened}.items():
        found.check(schema.Payload, json.loads(written(document.payload(trace, place if name in FOLDED else None))))
        found.check(schema.Nudged, json.loads(written(nudged.nudged(trace, 1))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "missing", lambda: "Graphviz does not load.")
        found.check(schema.Payload, json.loads(written(document.payload(shortened, place))))
    return found


def test_every_field_of_the_schema_is_in_a_payload(seen):
    defined = {(entry.name, field.key.removesuffix("_")) for entry in tool.entries() for field in entry.fields}
    assert {(kind, key.removesuffix("_")) for kind, key in +seen.fields} == defined


def test_a_field_is_renumbered_for_its_type_alone():
    step = schema.Step("run", "backward", line=1, box=1, to=2, links=[3], reads=[4, 5], slots=[6])
    step.card = schema.Card(gives=7, sends=[schema.Sent(8, 9)])
    firsts = {schema.BoxNumber: 10, schema.LinkNumber: 100, schema.ClusterNumber: 1000}
    found = renumbered(step, schema.Step, firsts)
    assert (found.line, found.box, found.to, found.links, found.reads, found.slots) == (
        1,
        11,
        12,
        [103],
        [14, 15],
        [16],
    )
    assert (found.card.gives, found.card.sends) == (7, [schema.Sent(108, 9)])
    tracks = schema.Tracks(
        saved=[[0, [schema.Saved("self", "x", 1, 0, 0, False)]]], sums=[schema.Sum(0, None, 1, 2, 3)]
    )
    assert renumbered(tracks, schema.Tracks, firsts).saved == [[0, [["self", "x", 11, 0, 0, False]]]]
    assert tracks.sums == [[0, None, 1, 2, 3]]
