import json
import time
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograd_studio import sandbox
from autograd_studio.view.layout import graphviz as layouts
from autograd_studio.view.layout.graphviz import layout, read, worker
from autograd_studio.view.layout.layered import layered
from autograd_studio.view.layout.sketch import Sketch
from autograd_studio.view.picture.ranks import ranked

SQUARES = Sketch([(60.0, 40.0)] * 4, [(0, 1), (0, 2), (1, 3), (2, 3)], 4, [], [None] * 4)


@st.composite
def sketches(draw):
    """Graphs whose links lead from lower to higher boxes, some boxes in (nested) clusters."""
    count = draw(st.integers(1, 14))
    sizes = draw(st.lists(st.tuples(st.floats(20, 200), st.floats(20, 90)), min_size=count, max_size=count))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    links = draw(st.lists(st.sampled_from(pairs), max_size=20)) if pairs else []
    clusters = draw(st.sampled_from([[], [None], [None, 0], [None, None]]))
    members = [draw(st.sampled_from([None, *range(len(clusters))])) for _ in range(count)]
    used = {m for m in members if m is not None}
    clusters = clusters if used == set(range(len(clusters))) else []
    members = members if clusters else [None] * count
    drawn = draw(st.integers(0, len(links)))
    return Sketch([(round(w, 1), round(h, 1)) for w, h in sizes], links, drawn, clusters, members)


def overlap(sketch, geometry) -> bool:
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(geometry.places, sketch.sizes, strict=True)]
    slack = 0.2
    return any(
        a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
    )


def check(sketch, geometry):
    width, height = geometry.size
    assert len(geometry.places) == len(sketch.sizes) and len(geometry.paths) == sketch.drawn
    assert not overlap(sketch, geometry)
    rounding = 0.101  # a place and the size of all are each rounded to tenths
    for (x, y), (w, h) in zip(geometry.places, sketch.sizes, strict=True):
        assert x >= -rounding and x + w <= width + rounding and y >= -rounding and y + h <= height + rounding
    for (a, b), path in zip(sketch.links, geometry.paths, strict=False):
        assert len(path) % 3 == 1
        assert touches(path[0], geometry.places[a], sketch.sizes[a])
        assert touches(path[-1], geometry.places[b], sketch.sizes[b])


def touches(point, place, size) -> bool:
    x, y = point[0] - place[0], point[1] - place[1]
    w, h = size
    inside = -1 <= x <= w + 1 and -1 <= y <= h + 1
    return inside and min(abs(x), abs(x - w), abs(y), abs(y - h)) <= 1


@settings(max_examples=60)
@given(sketches())
def test_graphviz_places_boxes_apart_and_ends_links_on_borders(sketch):
    geometry = layout(sketch, worker)
    assert geometry.engine == "graphviz"
    check(sketch, geometry)
    for box, member in enumerate(sketch.members):
        while member is not None:
            left, top, width, height = geometry.clusters[member]
            (x, y), (w, h) = geometry.places[box], sketch.sizes[box]
            assert left <= x and x + w <= left + width
            assert top + layouts.TITLE_HEIGHT <= y and y + h <= top + height
            member = sketch.clusters[member]


@settings(max_examples=200)
@given(sketches())
def test_our_own_layout_does_so_too(sketch):
    geometry = layout(sketch, None)
    assert geometry.engine == "layered"
    check(sketch, geometry)


def test_links_between_the_same_boxes_lie_side_by_side():
    sketch = Sketch([(60.0, 40.0)] * 2, [(0, 1)] * 3, 3, [], [None] * 2)
    for geometry in (layout(sketch, None), layout(sketch, worker)):
        starts = sorted(path[0][0] for path in geometry.paths)
        assert starts[1] - starts[0] > 3 and starts[2] - starts[1] > 3


def test_nothing_to_draw():
    assert layout(Sketch([], [], 0, [], []), worker).size == (0.0, 0.0)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_ranks_go_down_along_links_and_circles_do_no_harm(links):
    forward = [(min(a, b), max(a, b)) for a, b in links if a != b]
    ranks = ranked(10, forward)
    assert all(ranks[a] < ranks[b] for a, b in forward)
    assert len(ranked(10, links)) == 10


def test_ten_thousand_boxes_take_a_moment():
    count = 10_000
    links = [(i - 1, i) for i in range(1, count)] + [(i - 40, i) for i in range(40, count)]
    sketch = Sketch([(80.0, 60.0)] * count, links, len(links), [], [None] * count)
    start = time.process_time()
    geometry = layered(sketch)
    assert time.process_time() - start < 3  # 0.2 s on an idle machine
    assert len(geometry.places) == count


def test_too_many_boxes_are_not_given_to_graphviz():
    sketch = Sketch([(10.0, 10.0)] * (layouts.MOST_BOXES + 1), [], 0, [], [None] * (layouts.MOST_BOXES + 1))
    assert layout(sketch, lambda _: pytest.fail("called")).engine == "layered"


# ---- answers that cannot be trusted


@pytest.mark.parametrize(
    "answer",
    [b"", b"{}", b"[1, 2", b"\xff", b"null", None, "text", sandbox.Failure(status="timeout", message=""),
     b'{"size": [1, 2], "places": [], "paths": [], "clusters": {}}',
     b'{"size": [NaN, 2], "places": [[0,0],[0,0],[0,0],[0,0]], "paths": [[],[],[],[]], "clusters": {}}'],
)  # fmt: skip
def test_a_useless_answer_falls_back(answer):
    geometry = layout(SQUARES, lambda _: answer)
    assert geometry.engine == "layered"
    check(SQUARES, geometry)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300)
@given(st.sampled_from(["size", "places", "paths", "clusters"]), anything)
def test_a_damaged_answer_is_noticed(key, damage):
    answer = json.loads(worker(json.dumps(vars(SQUARES)).encode()))
    answer[key] = damage
    geometry = read(json.dumps(answer).encode(), SQUARES)
    if geometry is not None:
        assert key in ("size", "clusters")
        assert all(type(n) in (int, float) for n in geometry.size)


# ---- in a child


@pytest.fixture(scope="module")
def box():
    made = sandbox.Sandbox("local", calls={"layout": "autograd_studio.view.layout.graphviz:worker"})
    yield made
    made.close()


def test_the_worker_runs_in_a_sandboxed_child(box):
    geometry = layout(SQUARES, partial(box.call, "layout"))
    assert geometry.engine == "graphviz"
    assert geometry.places == layout(SQUARES, worker).places


@pytest.mark.parametrize(
    ("limits", "status"),
    [({"wall_seconds": 0.3, "memory_bytes": 1 << 31}, "timeout"), ({"memory_bytes": 64 << 20}, "error")],
)
def test_a_layout_that_takes_too_much_is_ended(box, limits, status):
    count = 300  # leaves that are used everywhere: Graphviz would need minutes
    shared = [(leaf, i) for i in range(20, count) for leaf in range(20)]
    links = [(i - 1, i) for i in range(20, count)] + shared
    sketch = Sketch([(80.0, 60.0)] * count, links, len(links), [], [None] * count)
    answers = []

    def call(request):
        answers.append(box.call("layout", request, replace(sandbox.limits.DRAWING, grace_seconds=0.2, **limits)))
        return answers[-1]

    start = time.perf_counter()
    geometry = layout(sketch, call)
    assert time.perf_counter() - start < 10
    assert answers[0].status == status
    assert geometry.engine == "layered"
    assert not overlap(sketch, geometry)


def test_a_cluster_without_boxes_has_no_frame():
    sketch = Sketch([(40.0, 20.0), (40.0, 20.0)], [(0, 1)], 1, [None, None], [None, 1])
    answer = json.loads(worker(json.dumps(vars(sketch)).encode()))
    assert list(answer["clusters"]) == ["1"]
