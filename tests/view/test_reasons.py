"""Reasons: the payload says why gradients are odd, at the boxes and steps that it is about."""

import pytest

from autograd_studio import lessons
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload import reasons

from ..support.payloads import payload
from ..support.pictures import check, traced
from ..why.test_why import MISTAKES, SOUND

CUT = """import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
y = x.detach() * w.item() * w
y.sum().backward()
"""


def shown(source: str) -> dict:
    return payload(traced(source))


def titled(found: dict, title: str) -> int:
    return next(box["id"] for box in found["boxes"] if box["title"] == title)


def reason_at(found: dict, title: str, step: int = -1) -> dict | None:
    """Return the reason that a box shows at a step."""
    last = range(len(found["steps"]))[step]
    entries = [e for e in found["tracks"][titled(found, title)].get("why", ()) if e[0] <= last]
    return found["reasons"][entries[-1][1]] if entries and entries[-1][1] is not None else None


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_mistake_is_in_the_payload_with_its_place(path):
    source = path.read_text(encoding="utf-8")
    found = shown(source)
    check(found)
    expected = [line.removeprefix("# -> ") for line in source.splitlines() if line.startswith("# -> ")]
    told = [found["reasons"][index] for index in found["findings"]]
    assert [f"{r['name']} {r['what']} {r.get('line')} {r['cause']}" for r in told] == expected
    for reason in told:
        in_graph = [
            {one for one, graph in enumerate(found["graphs"]) if box in range(*graph["boxes"])}
            for link in reason.get("way", ())
            for box in link[:2]
        ]
        assert len(set.union(set(), *in_graph)) <= 1, "a way is in one graph"


@pytest.mark.parametrize("path", SOUND[::5], ids=lambda path: path.stem)
def test_a_sound_program_has_no_findings(path):
    assert shown(path.read_text(encoding="utf-8"))["findings"] == []


def test_scissors_are_at_the_link_or_else_at_the_box():
    found = shown(CUT)
    (link,) = (one for one in found["links"] if "cut" in one)
    (box,) = (one for one in found["boxes"] if "cut" in one)
    assert (link["from"], found["reasons"][link["cut"]]["cause"]) == (titled(found, "x"), "detach")
    assert (box["title"], found["reasons"][box["cut"]]["cause"]) == ("x.detach() * w.item()", "item")


def test_what_a_backward_compares_is_no_cut():
    found = shown(lessons.lesson("my-relu").source)
    assert any("input < 0" in box["title"] for box in found["boxes"])
    assert not any("cut" in one for one in (*found["links"], *found["boxes"]))


def test_the_way_to_a_missing_gradient_has_its_cut():
    found = shown(CUT)
    reason = reason_at(found, "x")
    assert (reason["what"], reason["line"], reason["box"]) == ("none", 4, titled(found, "x"))
    titles = [(found["boxes"][a]["title"], found["boxes"][b]["title"], cut) for a, b, cut in reason["way"]]
    assert titles[0] == ("x", "x.detach()", True)
    assert titles[-1][1:] == ("y.sum()", False)
    assert reason_at(found, "x", 0) is None, "at first a gradient can still come"
    assert reason_at(found, "w") is None


def test_a_zero_on_the_way_is_explained_where_it_arrives():
    found = shown("""import torch
x = torch.tensor([1.0, -2.0], requires_grad=True)
h = x * 2
y = h.round().sum() + (x - x).sum()
y.backward()
""")
    assert reason_at(found, "h")["cause"] == "flat"
    assert reason_at(found, "h")["said"].startswith("The gradient at h is 0: line 4 computes h.round()")
    assert reason_at(found, "x")["cause"] == "flat"
    alone = shown("import torch\nx = torch.tensor(1.0, requires_grad=True)\n(x - x).backward()")
    assert reason_at(alone, "x")["cause"] == "cancels"
    minimum = shown("import torch\nx = torch.tensor(0.0, requires_grad=True)\n(x ** 2).backward()")
    assert reason_at(minimum, "x")["cause"] == "slope_zero"
    assert minimum["findings"] == []


def test_an_infinity_goes_on_until_it_is_cleared():
    found = shown("""import torch
x = torch.tensor(0.0, requires_grad=True)
y = x.sqrt()
y.backward()
x.grad = None
(x * 2).backward()
""")
    at = {step["line"]: index for index, step in enumerate(found["steps"])}
    assert reason_at(found, "x", at[4])["cause"] == "sqrt_zero"
    assert reason_at(found, "x", at[5])["said"] == "Line 5 sets x.grad to None."
    assert reason_at(found, "x") is None


def test_an_error_is_explained_at_its_box():
    found = shown("""import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
y += 1
y.sum().backward()
""")
    last = found["steps"][-1]
    reason = found["reasons"][found["tracks"][last["box"]]["why"][-1][1]]
    assert (reason["what"], reason["line"], reason["cause"]) == ("error", 4, "saved_changed")
    assert found["steps"][reason["step"]]["kind"] == "write"


def test_a_box_says_when_its_requires_grad_was_set_and_what_it_was():
    found = shown("""import torch
w = torch.ones(2)
f = torch.ones(2, requires_grad=True)
(w * f).sum().backward()
w.requires_grad_()
f.requires_grad = False
(w * f).sum().backward()
""")
    check(found)
    flagged = {box["title"]: box["flagged"] for box in found["boxes"] if "flagged" in box}
    second = next(i for i, step in enumerate(found["steps"]) if step["line"] == 7)
    assert flagged == {"w": [second, 5, 0], "f": [second, 6, 1]}


def test_gradients_that_add_up_are_shown_where_the_second_is_added():
    body = "    loss = (w * w).sum()\n    loss.backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n"
    found = shown(f"import torch\nw = torch.ones(2, requires_grad=True)\nfor i in range(4):\n{body}")
    reason = found["reasons"][found["findings"][0]]
    assert reason["cause"] == "accumulates" and "w.grad = None" in reason["remedy"]
    assert found["steps"][reason["step"]]["say"].startswith("AccumulateGrad adds [1.6, 1.6] to w.grad: [2, 2] + ")


def test_chapters_have_the_reasons_of_their_own_graph():
    found = payload(
        traced("""import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
scale = torch.tensor(0.5, requires_grad=True)
for i in range(3):
    loss = ((w * scale.detach()) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
print(scale.grad)
"""),
        place,
    )
    check(found)
    (index,) = found["findings"]
    graph = next(
        found["graphs"][c["graph"]]
        for c in found["chapters"]
        if c["from"] <= found["reasons"][index]["step"] <= c["to"]
    )
    assert all(box in range(*graph["boxes"]) for link in found["reasons"][index]["way"] for box in link[:2])
    assert sum("cut" in link for link in found["links"]) == 1, "three iterations share a graph, and its scissors"


def test_of_many_odd_gradients_some_are_explained():
    chain = "".join(f"h{i} = torch.relu(h{i - 1} * 2)\n" for i in range(1, 150))
    found = shown(f"import torch\nh0 = torch.tensor(-1.0, requires_grad=True)\n{chain}h149.backward()")
    assert len(found["findings"]) <= len(found["reasons"]) <= reasons.MOST_EXPLAINED + len(found["findings"])


def test_boxes_tell_the_version_and_whether_a_gradient_is_retained():
    found = shown("""import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 2
h.retain_grad()
c = torch.zeros(2)
c += 1
(h + c).sum().backward()
""")
    assert [(box["title"], box["retains"]) for box in found["boxes"] if "retains" in box] == [("h", 2)]
    versions = {
        (box["title"], entry[1])
        for box, t in zip(found["boxes"], found["tracks"], strict=True)
        for entry in t.get("version", ())
    }
    assert {("x", 0), ("h", 0), ("c", 0), ("c", 1)} <= versions
