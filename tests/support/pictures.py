"""Programs to draw, and the check that what the player gets of them is what docs/payload.md promises."""

import io
import json
from collections.abc import Iterator
from itertools import combinations

import pytest

from autograd_engine.run import program
from autograd_engine.trace.schema import Trace
from autograd_studio.view.picture.measure import name_width
from autograd_studio.view.wording.box_text import columns
from autograd_studio.why.finding import CAUSES
from autograd_studio.why.numbers import number_text

PROGRAMS = {
    "vector seed": """
import torch
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
y = 3*a + 2*b*b
y.backward(torch.tensor([0.1, 1.0, 0.0001]))
""",
    "second result alone": """
import torch
x, seed = torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2, requires_grad=True)
w = torch.ones(1, 1, 2, 2, requires_grad=True)
print(torch.autograd.grad(torch.conv2d(x, w), w, seed, create_graph=True))
""",
    "infinities that cancel": """
import torch
x = torch.tensor(1.0, requires_grad=True)
(x * float("inf") - x * float("inf")).backward()
""",
    "square": """
import torch
x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward()
""",
    "large sums": """
import torch
x = torch.linspace(0, 1, 8, requires_grad=True)
for i in range(2):
    (x * x).backward(torch.ones(8))
""",
    "twice": """
import torch
x = torch.tensor(3.0, requires_grad=True)
y = x * x
y.backward(retain_graph=True)
y.backward()
""",
    "training": """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([3.0, -1.0])
for i in range(3):
    err = w * x - 1
    (err * err).backward(torch.ones(2))
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
""",
    "data": """
import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
for i in range(2):
    (w * w).backward(torch.ones(2))
    w.data -= 0.1 * w.grad.data
    w.grad *= 0
""",
    "custom": """
import torch
class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input *= input > 0
        return grad_input
x = torch.tensor([-1.0, 2.0], requires_grad=True)
y = MyReLU.apply(x)
y.backward(torch.tensor([5.0, 7.0]))
""",
    "two outputs": """
import torch
class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3
    @staticmethod
    def backward(ctx, p, q):
        return p * 2 + q * 3
x = torch.tensor(1.0, requires_grad=True)
double, triple = Both.apply(x)
(double * triple).backward()
""",
    "in place": """
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
y += 1
y.backward(torch.ones(2))
""",
    "view": """
import torch
x = torch.zeros(4, requires_grad=True)
b = x * 1
v = b.select(0, 1)
v.mul_(10)
b.backward(torch.ones(4))
""",
    "hooks": """
import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
z = y * y
y.register_hook(lambda g: g * 10)
y.retain_grad()
z.backward()
""",
    "second order": """
import torch
x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(x * x * x, x, create_graph=True)
g.backward()
""",
    "broadcast": """
import torch
x = torch.ones(2, 3)
s = torch.tensor(2.0, requires_grad=True)
(x * s).backward(torch.ones(2, 3))
""",
    "loop": """
import torch
w = torch.tensor([0.5, 0.3], requires_grad=True)
h = torch.ones(2)
for t in range(12):
    h = (w * h + w).tanh()
h.backward(torch.ones(2))
""",
    "nan": """
import torch
x = torch.tensor([-1.0, 0.0], requires_grad=True)
y = x.log()
y.backward(torch.ones(2))
""",
    "no elements": """
import torch
x = torch.zeros(0, 3, requires_grad=True)
(x * 2).backward(torch.zeros(0, 3))
""",
    "large": """
import torch
x = torch.ones(40, 50, requires_grad=True)
(x * x).backward(torch.ones(40, 50))
""",
    "no grad": """
import torch
x = torch.tensor(2.0, requires_grad=True)
with torch.no_grad():
    y = x * 3
z = torch.tensor(1.0) * 2
""",
    "text only": "print('hello')",
    "empty": "",
    "syntax error": "x = (1,\ny = 'unfinished\n",
    "dies": """
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.backward()
""",
    "hostile": f"""
import torch
größe = torch.tensor([1.0], requires_grad=True)
变量 = größe * 2
विषय = 变量 * größe
שלום = विषय * 2
{"n" * 10_000} = शून्य = שלום * 3
class B:
    pass
b = B()
setattr(b, '<b onclick="x">', 1)
def f(**names):
    return שלום * 5
z = f(**{{'</script>&amp;\\u202e\\n"': 1}})
z.backward()
""",
}


def traced(source: str) -> Trace:
    """Run a program and return its Trace."""
    return program.run(source, stdout=io.StringIO()).trace


def check(found: dict) -> None:
    """Fail unless a payload keeps its promises."""
    json.dumps(found, allow_nan=False)
    boxes, links, steps = found["boxes"], found["links"], found["steps"]
    assert [box["id"] for box in boxes] == list(range(len(boxes)))
    for box in boxes:
        check_box(found, box)
    for graph in found["graphs"]:
        for one, other in combinations(boxes[slice(*graph["boxes"])], 2):
            if unit(found, one) == unit(found, other) and drawn_at_first(found, one) and drawn_at_first(found, other):
                assert not overlap(one, other), (one["title"], other["title"])
    check_chapters(found)
    for link in links:
        assert 0 <= link["from"] < len(boxes) and 0 <= link["to"] < len(boxes)
        assert ends_on_borders(found, link)
    for cluster in found["clusters"]:
        if found["engine"] == "layered":
            continue  # without frames
        width = cluster["inside"][0] if "inside" in cluster else cluster["w"]
        assert name_width(cluster["title"]) < width, cluster["title"]
    for step in steps:
        named = [step.get("box"), step.get("to"), *step.get("reads", ()), *step.get("slots", ())]
        assert all(box is None or 0 <= box < len(boxes) for box in named)
        assert all(0 <= link < len(links) for link in step.get("links", ()))
        assert step["say"] and step["phase"] in ("forward", "backward", "update")
        check_formula(step.get("formula", []))
    check_reasons(found)
    for step, _ in found["stdout"]:
        assert 0 <= step < max(len(steps), 1)


def check_chapters(found: dict) -> None:
    """Fail unless the chapters are all of the steps, and a step names what its chapter's graph has."""
    chapters = found["chapters"]
    assert [i for c in chapters for i in range(c["from"], c["to"] + 1)] == list(range(len(found["steps"])))
    for chapter in chapters:
        graph = found["graphs"][chapter["graph"]]
        for step in found["steps"][chapter["from"] : chapter["to"] + 1]:
            named = [step.get("box"), step.get("to"), *step.get("reads", ()), *step.get("slots", ())]
            assert all(box in range(*graph["boxes"]) for box in named if box is not None)
            assert all(link in range(*graph["links"]) for link in step.get("links", ()))


def check_reasons(found: dict) -> None:
    """Fail unless reasons name what there is, and everything that has a reason names one."""
    reasons = range(len(found["reasons"]))
    tracks = [entry[1] for rows in found["tracks"] for entry in rows.get("why", ()) if entry[1] is not None]
    cuts = [part["cut"] for part in (*found["links"], *found["boxes"]) if "cut" in part]
    assert all(index in reasons for index in (*tracks, *cuts, *found["findings"]))
    for reason in found["reasons"]:
        assert reason["said"] and reason["rule"] and reason["remedy"] and reason["cause"] in CAUSES
        assert reason.get("step", 0) in range(max(1, len(found["steps"])))
        assert all(box in range(len(found["boxes"])) for box in (reason.get("box"), *ends(reason)) if box is not None)


def ends(reason: dict) -> list[int]:
    """Return the boxes on the way of a reason."""
    return [box for source, target, _ in reason.get("way", ()) for box in (source, target)]


def check_box(found: dict, box: dict) -> None:
    """Fail unless a box has room for all that it ever shows, and its timelines are in order."""
    metrics, tracks = found["metrics"], found["tracks"][box["id"]]
    room = box["w"] - 2 * metrics["pad"][0] + 0.1
    tag = columns(box["shape"]) * metrics["small"] + 8 if "shape" in box and "copy_of" not in box else 0
    assert name_width(box["title"]) + tag <= room, box["title"]
    texts = [entry[1] for entry in tracks.get("value", ())] + [entry[2] for entry in tracks.get("grad", ())]
    assert all("\n" not in text for text in texts)
    if "cells" in box:
        check_cells(found, box, room)
    else:
        assert all(min(columns(text), 24) * metrics["small"] <= room for text in texts)
    rows, (rise, name) = box["rows"], (metrics["pad"][1], metrics["name"])
    lines = box.get("cells", (1, 1))[0]
    high = metrics["gap"] + lines * metrics["cell"] + (lines - 1) * metrics["apart"] if "value" in rows else 0
    foot = metrics["above_foot"] + metrics["foot"] if "grad" in rows else rise
    assert box["h"] == pytest.approx(rise + name + high + foot)
    for timeline in tracks.values():
        when = [entry[0] for entry in timeline]
        assert when == sorted(when) and all(0 <= step < len(found["steps"]) for step in when)
    for name in ("status", "value", "grad", "saved", "why"):
        when = [entry[0] for entry in tracks.get(name, ())]
        assert len(when) == len(set(when))
    for _, state, _, value, *counts in tracks.get("grad", ()):
        assert state in ("none", "pending", "complete", "kept", "passed", "undefined", "")
        assert value is None or 0 <= value < len(found["values"])
        assert not counts or 0 < counts[0] < counts[1]


def check_cells(found: dict, box: dict, room: float) -> None:
    """Fail unless the numbers of a box fit into its cells, and those of its gradient below them."""
    metrics, tracks = found["metrics"], found["tracks"][box["id"]]
    rows, count = box["cells"]
    values = [entry[2] for entry in tracks.get("value", ())]
    grads = [entry[3] for entry in tracks.get("grad", ())]
    for value in {*values, *grads} - {None}:
        numbers = found["values"][value]["data"]
        assert len(numbers) == rows * count <= 6
        if len(numbers) == 1:
            assert columns(number_text(numbers[0], metrics["digits"][0])) * metrics["large"] <= room
        else:
            cell = (room - (count - 1) * metrics["apart"]) / count
            widest = max(columns(number_text(number, metrics["digits"][1])) for number in numbers)
            assert widest * metrics["small"] + (4 if value in values else 2) <= cell + 0.1, box["title"]


def drawn(found: dict, way: str) -> Iterator[tuple[dict, dict[int, tuple], list[tuple[int, list]]]]:
    """Yield each graph with the places of boxes outside of closed clusters and the points of links there, "down" or "across"."""
    for graph in found["graphs"]:
        across = graph.get("across")
        if way == "across" and across is None:
            continue
        first, end = graph["boxes"]
        places = {
            number: tuple(across["places"][number - first]) if way == "across" else (box["x"], box["y"])
            for number, box in enumerate(found["boxes"][first:end], first)
            if unit(found, box) is None and drawn_at_first(found, box)
        }
        links = range(*graph["links"])
        paths = across["paths"] if way == "across" else [found["links"][link]["path"] for link in links]
        outer = [
            (link, path_points(path)) for link, path in zip(links, paths, strict=True) if not closed_in(found, link)
        ]
        yield graph, places, outer


def closed_in(found: dict, link: int) -> bool:
    """Return whether a link lies inside of a cluster that is closed at first."""
    ends = (found["boxes"][found["links"][link][end]] for end in ("from", "to"))
    source, target = (closed_around(found, box)[-1:] for box in ends)
    return bool(source) and source == target


def on_curve(points: list, steps: int = 16) -> Iterator[tuple[float, float]]:
    """Yield places along a path."""
    for start in range(0, len(points) - 3, 3):
        for t in (n / steps for n in range(steps + 1)):
            weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
            yield tuple(
                sum(w * p[axis] for w, p in zip(weights, points[start : start + 4], strict=True)) for axis in (0, 1)
            )


def check_drawing(found: dict, way: str) -> None:
    """Fail unless no link runs behind a box or through what is written below one, and boxes have room between them."""
    metrics = found["metrics"]
    for _, places, links in drawn(found, way):
        rooms = {}
        for number, (x, y) in places.items():
            box = found["boxes"][number]
            written = "leaf" if box.get("accumulate") else box.get("fn", "")
            text = 0 if "copy_of" in box else min(columns(written), 24) * metrics["small"]
            rooms[number] = [(x, y, box["w"], box["h"]), *([(x, y + box["h"], text, metrics["below"])] if text else [])]
        for one, other in combinations(places, 2):
            assert_apart(found, (one, *places[one]), (other, *places[other]))
        for link, points in links:
            for x, y in on_curve(points):
                for number, rectangles in rooms.items():
                    for left, top, width, height in rectangles:
                        inside = left + 1 < x < left + width - 1 and top + 1 < y < top + height - 1
                        assert not inside, (way, found["links"][link], found["boxes"][number]["title"])


def assert_apart(found: dict, one: tuple, other: tuple) -> None:
    """Fail unless two boxes, (number, x, y), are far enough from each other for the text below the upper one and some air."""
    (a, x, y), (b, u, v) = one, other
    across = max(u - x - found["boxes"][a]["w"], x - u - found["boxes"][b]["w"])
    down = max(v - y - found["boxes"][a]["h"], y - v - found["boxes"][b]["h"])
    assert across >= 35.9 or down >= 35.9, (found["boxes"][a]["title"], found["boxes"][b]["title"], across, down)


def check_formula(equations: list) -> None:
    """Fail unless every expression is made of what docs/payload.md lists."""
    heads = {*"+-*/@%&|<>(,#T", "**", "//", "<=", ">=", "==", "!=", "not", "grad", "call", "index"}
    for equation in equations:
        open_ends = [equation["left"], equation["symbolic"], *filter(None, [equation.get("numbers")])]
        while open_ends:
            expression = open_ends.pop()
            if isinstance(expression, list):
                assert expression[0] in heads
                open_ends += [] if expression[0] == "#" else expression[1:]
            else:
                assert isinstance(expression, str)


def overlap(one: dict, other: dict) -> bool:
    """Return whether two boxes have a place in common."""
    apart = [
        one[at] + one[size] <= other[at] or other[at] + other[size] <= one[at] for at, size in (("x", "w"), ("y", "h"))
    ]
    return not any(apart)


def closed_around(found: dict, box: dict) -> list[int]:
    """Return the clusters around a box that are closed at first, the innermost first."""
    clusters, around = [], box.get("cluster")
    while around is not None:
        clusters += [around] if "inside" in found["clusters"][around] else []
        around = found["clusters"][around].get("parent")
    return clusters


def unit(found: dict, box: dict) -> int | None:
    """Return the closed cluster whose inside a box is laid out with."""
    return next(iter(closed_around(found, box)), None)


def drawn_at_first(found: dict, box: dict) -> bool:
    """Return whether a box is drawn as soon as the clusters around it are open: that of an open cluster is not."""
    return "opens" not in box or "inside" in found["clusters"][box["opens"]]


def ends_on_borders(found: dict, link: dict) -> bool:
    """Return whether the path of a link begins and ends on the borders of its boxes, or of the closed ones that they are in."""
    points = path_points(link["path"])
    boxes = found["boxes"]
    around = [closed_around(found, boxes[link[end]])[::-1] for end in ("from", "to")]
    shared = sum(a == b for a, b in zip(*around, strict=False))
    fold = {box["opens"]: box for box in boxes if "opens" in box}
    ends = [
        fold[clusters[shared]] if len(clusters) > shared else boxes[link[end]]
        for end, clusters in zip(("from", "to"), around, strict=True)
    ]
    return on_border(points[0], ends[0]) and on_border(points[-1], ends[1])


def path_points(path: str) -> list[tuple[float, float]]:
    """Return the points of a path as SVG writes it."""
    return [tuple(map(float, p.split(","))) for p in path.lstrip("M").replace("C", " ").split()]


def on_border(point: tuple[float, float], box: dict, tolerance: float = 1.5) -> bool:
    """Return whether a point is on the border of a box, within the thickness of a line."""
    x, y = point[0] - box["x"], point[1] - box["y"]
    inside = -tolerance <= x <= box["w"] + tolerance and -tolerance <= y <= box["h"] + tolerance
    distance = min(abs(x), abs(x - box["w"]), abs(y), abs(y - box["h"]))
    return inside and distance <= tolerance
