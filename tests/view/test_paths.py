"""Paths: what comes along the paths to a leaf adds up to its gradient, and the end of a pass tells them."""

import gzip
import json
import math

import pytest

from autograd_engine.trace.schema import Step
from autograd_studio.view.narration.paths import MOST_PATHS, Paths
from autograd_studio.why.numbers import elements

from ..engine.test_random_graphs import RECORD
from ..support.payloads import payload
from ..support.pictures import traced

GRAPHS = json.loads(gzip.decompress(RECORD.read_bytes()))["programs"]


def paths(trace, run):
    return Paths(trace, [step for step in trace.steps if step.run == run])


def received(source, run=0):
    return list(paths(traced(source), run).received())


def summary(source):
    return payload(traced(source))["steps"][-1]["summary"]


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.thorough)])
def test_on_random_graphs_the_paths_add_up_to_the_gradient(count):
    split = 0
    for name in list(GRAPHS)[:count]:
        trace = traced(GRAPHS[name]["source"])
        for run in range(len(trace.passes)):
            for one in paths(trace, run).received():
                if not one.paths or one.is_changed:
                    continue
                wanted = elements(trace.values[one.step.value])
                total = [math.fsum(parts) for parts in zip(*(path.gradient for path in one.paths), strict=True)]
                size = max(abs(x) for path in one.paths for x in path.gradient)  # rounding follows what is added
                assert total == pytest.approx(wanted, rel=1e-5, abs=1e-6 * size, nan_ok=True), name
                split += len(one.paths) > 1 and not one.is_grouped
    assert split > count / 5, "otherwise nothing was taken apart"


def test_each_path_has_its_slopes():
    (x,) = received("import torch\nx = torch.tensor(3.0, requires_grad=True)\ny = x * x + x\ny.backward()")
    assert sorted((path.gradient, path.slopes) for path in x.paths) == [
        ([1.0], [[1.0], [1.0]]),
        ([3.0], [[1.0], [1.0], [3.0]]),
        ([3.0], [[1.0], [1.0], [3.0]]),
    ]


def test_a_path_is_told_up_to_the_slope_that_leaves_nothing():
    source = """import torch
w = torch.tensor([-2.0, -1.0], requires_grad=True)
h = torch.relu(w * torch.tensor([1.0, 3.0]))
(h - 1).pow(2).sum().backward()
"""
    (w,) = summary(source)["leaves"]
    assert [row["product"] for row in w["rows"]] == ["1 × -2 × 0"]


def test_an_element_whose_gradient_is_0_leaves_the_slopes_of_the_others():
    source = """import torch
x = torch.tensor([0.0, 2.0], requires_grad=True)
((x * 3) ** 2).sum().backward()
"""
    (x,) = summary(source)["leaves"]
    assert [(row["product"], row["value"]) for row in x["rows"]] == [("1 × [0, 12] × [–, 3]", "[0, 36]")]


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.thorough)])
def test_the_slopes_of_a_path_give_what_came_along_it(count):
    told = 0
    for name in list(GRAPHS)[:count]:
        trace = traced(GRAPHS[name]["source"])
        for path in [path for one in paths(trace, 0).received() for path in one.paths if path.slopes is not None]:
            if any(len(slopes) not in (1, len(path.gradient)) for slopes in path.slopes):
                assert not any(path.gradient), "told up to the slope that left nothing, and reduced since"
                continue
            for place, wanted in enumerate(path.gradient):
                factors = [slopes[place if len(slopes) > 1 else 0] for slopes in path.slopes]
                product = 0.0 if None in factors and 0 in factors[: factors.index(None)] else math.prod(factors)
                assert product == pytest.approx(wanted, rel=1e-5, abs=1e-6), name
                told += 1
    assert told > count


def test_paths_that_a_node_mixes_are_told_by_their_end():
    source = """import torch
a = torch.tensor([1.0, 2.0], requires_grad=True)
m = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
h = m @ a
(h.exp().sum() + (h * h).sum()).backward()
"""
    (a,) = received(source)
    assert a.is_grouped and a.count == 3
    (path,) = a.paths
    assert len(path.nodes) == 1


def test_where_paths_meet_before_one_way_leads_on_is_told():
    source = """import torch
a = torch.tensor([1.0, 2.0], requires_grad=True)
m = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
h = m @ a
(h * 3 + h[0]).sum().backward()
"""
    (a,) = summary(source)["leaves"]
    assert a["say"] == (
        "a reaches (h * 3 + h[0]).sum() along 2 paths. They meet at h, where [2, 0] + [3, 3] = [5, 3] arrived. "
        "From there one path leads on to a: [14, 22]."
    )


def test_too_many_paths_are_told_by_their_ends():
    (x,) = received(
        "import torch\nx = torch.tensor(1.0, requires_grad=True)\ny = x\nfor i in range(8):\n    y = y + y\ny.backward()"
    )
    assert x.count == 256 > MOST_PATHS
    assert x.is_grouped and [path.gradient for path in x.paths] == [[128.0], [128.0]]


def test_a_hook_that_changes_a_gradient_is_told():
    source = """import torch
x = torch.tensor(2.0, requires_grad=True)
x.register_hook(lambda grad: grad * 10)
(x * 3).backward()
"""
    (x,) = received(source)
    assert x.is_changed and x.paths[0].gradient == [3.0]
    assert summary(source)["leaves"][0]["say"].endswith("A hook then changed it to 30.")


def test_a_gradient_that_is_changed_on_the_way_is_no_product_of_slopes():
    source = """import torch
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.register_hook(lambda grad: grad * 10)
(y ** 2).backward()
"""
    (x,) = summary(source)["leaves"]
    assert x["say"] == (
        "x reaches y ** 2 along one path, which contributes 360. "
        "What had arrived at y was changed before it was passed on, so this is not the product of seed and slopes."
    )


def test_the_end_of_a_pass_tells_the_paths_of_each_leaf():
    found = summary("""import torch
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
y = 3*a + 2*b*b
y.backward(torch.tensor([0.1, 1.0, 0.0001]))
""")
    a, b = found["leaves"]
    assert a["say"] == "a reaches y along one path: seed × slopes = [0.3, 3, 0.0003]."
    assert b["say"].endswith("Their products add up: [0.6, 8, 0.001] + [0.6, 8, 0.001] = [1.2, 16, 0.002].")
    assert [row["way"] for row in b["rows"]] == ["directly", "through 2*b"]
    assert b["rows"][1]["product"] == "[0.1, 1, 0.0001] × [3, 4, 5] × 2"
    assert "slope: 6 in reverse mode" in found["work"] and "it would need 18" in found["work"]


def test_what_was_in_grad_before_is_said():
    found = summary("""import torch
x = torch.tensor(2.0, requires_grad=True)
(x * 3).backward()
(x * 4).backward()
""")
    assert found["leaves"][0]["say"].endswith("= 4. It was added to what x.grad already was.")


def test_of_a_large_leaf_the_paths_are_counted():
    (leaf,) = summary("import torch\nx = torch.ones(3, 4, requires_grad=True)\n(x * x).sum().backward()")["leaves"]
    assert leaf == {"name": "x", "say": "x reaches (x * x).sum() along 2 paths."}


def test_of_a_pass_with_nodes_left_out_nothing_is_told():
    trace = traced("import torch\nx = torch.tensor(2.0, requires_grad=True)\n(x * 3).backward()")
    trace.steps.insert(-2, Step("omitted", run=0, count=1))
    assert list(paths(trace, 0).received()) == []


def test_paths_that_part_at_one_operation_are_told_by_its_operands():
    (leaf,) = summary("""import torch
x = torch.ones(2, requires_grad=True)
((x - x) * 3).sum().backward()
""")["leaves"]
    assert [row["way"] for row in leaf["rows"]] == ["as the first operand", "as the second operand"]
