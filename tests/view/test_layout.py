import json
import time
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pygraphviz import graphviz as gv

from autograd_studio import sandbox
from autograd_studio.view.layout import graphviz as layouts
from autograd_studio.view.layout.geometry import Geometry
from autograd_studio.view.layout.graphviz import layout, place
from autograd_studio.view.layout.layered import layered
from autograd_studio.view.layout.routes import Layer, routed
from autograd_studio.view.layout.sketch import Sketch
from autograd_studio.view.layout.tight import tightened
from autograd_studio.view.picture.ranks import ranked

from ..support import crowds

SQUARES = Sketch(((60.0, 40.0),) * 4, ((0, 1), (0, 2), (1, 3), (2, 3)), 4, (), (None,) * 4)


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
    rounded = tuple((round(w, 1), round(h, 1)) for w, h in sizes)
    return Sketch(rounded, tuple(links), drawn, tuple(clusters), tuple(members))


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
    geometry = layout(sketch, place)
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


def crosses(path, place, size) -> bool:
    """Return whether a path runs through the inside of a box."""
    return any(
        all(low + 1 < at < low + length - 1 for at, low, length in zip(point, place, size, strict=True))
        for curve in range(0, len(path) - 1, 3)
        for point in points(path[curve : curve + 4])
    )


def points(curve):
    for t in (n / 20 for n in range(21)):
        weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        yield [sum(weight * end[axis] for weight, end in zip(weights, curve, strict=True)) for axis in (0, 1)]


@settings(max_examples=200)
@given(sketches())
@example(
    Sketch(
        ((109.0, 20.0), (20.0, 20.0), (20.0, 20.0), (109.0, 20.0)), ((0, 1), *[(0, 3)] * 5, (1, 3)), 6, (), (None,) * 4
    )
)
def test_no_link_of_our_own_layout_runs_behind_a_box(sketch):
    geometry = layout(sketch, None)
    for path in geometry.paths:
        assert not any(crosses(path, place, size) for place, size in zip(geometry.places, sketch.sizes, strict=True))


def test_links_between_the_same_boxes_lie_side_by_side():
    sketch = Sketch(((60.0, 40.0),) * 2, ((0, 1),) * 3, 3, (), (None,) * 2)
    for geometry in (layout(sketch, None), layout(sketch, place)):
        starts = sorted(path[0][0] for path in geometry.paths)
        assert starts[1] - starts[0] > 3 and starts[2] - starts[1] > 3


def test_nothing_to_draw():
    assert layout(Sketch((), (), 0), place).size == (0.0, 0.0)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
def test_ranks_go_down_along_links_and_circles_do_no_harm(links):
    forward = [(min(a, b), max(a, b)) for a, b in links if a != b]
    ranks = ranked(10, forward)
    assert all(ranks[a] < ranks[b] for a, b in forward)
    assert len(ranked(10, links)) == 10


def test_ten_thousand_boxes_take_a_moment():
    count = 10_000
    links = (*((i - 1, i) for i in range(1, count)), *((i - 40, i) for i in range(40, count)))
    sketch = Sketch(((80.0, 60.0),) * count, links, len(links), (), (None,) * count)
    start = time.process_time()
    geometry = layered(sketch)
    assert time.process_time() - start < 3  # 0.2 s on an idle machine
    assert len(geometry.places) == count


def test_too_many_boxes_are_not_given_to_graphviz():
    count = layouts.MOST_BOXES + 1
    sketch = Sketch(((10.0, 10.0),) * count, (), 0, (), (None,) * count)
    assert layout(sketch, lambda _: pytest.fail("called")).engine == "layered"


@pytest.mark.parametrize("missing", ["objects", "edges"])
def test_a_drawing_without_a_box_or_a_link_is_none(missing, monkeypatch):
    render = gv.gvRenderData

    def rendered(*given):
        drawing = json.loads(render(*given)[1])
        return None, json.dumps({**drawing, missing: drawing[missing][:-1]}).encode()

    monkeypatch.setattr(gv, "gvRenderData", rendered)
    assert place(SQUARES) is None
    geometry = layout(SQUARES, place)
    assert geometry.engine == "layered"
    check(SQUARES, geometry)


@pytest.mark.parametrize(
    ("limits", "status"),
    [({"wall_seconds": 0.3, "memory_bytes": 1 << 31}, "timeout"), ({"memory_bytes": 64 << 20}, "error")],
)
def test_a_layout_that_takes_too_much_is_ended_in_a_child(limits, status):
    box = sandbox.Sandbox("local", calls={"crowd": f"{crowds.__name__}:worker"})
    start = time.perf_counter()
    answer = box.call("crowd", b"", replace(sandbox.limits.DRAWING, grace_seconds=0.2, **limits))
    assert time.perf_counter() - start < 10
    assert answer.status == status
    box.close()
    geometry = layout(crowds.CROWD, None)
    assert geometry.engine == "layered"
    assert not overlap(crowds.CROWD, geometry)


def test_where_graphviz_does_not_load_our_own_layout_places_the_boxes(without_graphviz):
    assert layout(SQUARES, place).engine == "layered"
    assert layouts.missing().endswith("pip install pygraphviz")


def test_a_cluster_without_boxes_has_no_frame():
    sketch = Sketch(((40.0, 20.0), (40.0, 20.0)), ((0, 1),), 1, (None, None), (None, 1))
    assert list(place(sketch).clusters) == [1]


def test_strips_in_which_nothing_stands_become_narrow():
    sketch = Geometry(
        (500.0, 40.0),
        [(60.0, 0.0), (300.0, 0.0)],
        [[(100.0, 40.0), (200.0, 50.0), (310.0, 50.0), (310.0, 60.0)]],
        "",
        {},
    )
    found = tightened(sketch, [(60.0, 160.0), (300.0, 400.0)], 40.0)
    assert found.places == [(0.0, 0.0), (140.0, 0.0)] and found.size == (240.0, 40.0)
    (start, middle, *end) = found.paths[0]
    assert start == (40.0, 40.0) and end == [(150.0, 50.0), (150.0, 60.0)] and 100.0 < middle[0] < 140.0
    assert tightened(found, [(0.0, 100.0), (140.0, 240.0)], 40.0) == found


def test_a_lane_beside_a_box_is_the_nearest_that_is_free():
    layer = Layer([], 0.0, 40.0, [(0.0, 100.0), (90.0, 200.0), (230.0, 300.0)])
    assert [layer.free(x) for x in (95.0, 215.0, 400.0, 215.0)] == [0.0, 215.0, 400.0, 300.0]


def test_a_link_that_closes_a_circle_has_a_lane_too():
    sketch = Sketch(((60.0, 40.0),) * 3, ((0, 1), (1, 2), (2, 0)), 3, (), (None,) * 3)
    for placer in (place, None):
        geometry = routed(layout(sketch, placer), sketch)
        for path in geometry.paths:
            assert not any(crosses(path, at, size) for at, size in zip(geometry.places, sketch.sizes, strict=True))
