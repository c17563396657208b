"""What is drawn of real programs: nothing over anything else, in both directions and with both layouts."""

import pytest

from autograd_studio.view.layout.graphviz import place

from ..support.corpus import PROGRAMS
from ..support.payloads import payload
from ..support.pictures import check_drawing, drawn, traced

SOME = sorted(PROGRAMS)[::40]


@pytest.fixture(scope="module")
def traces():
    return {name: traced(PROGRAMS[name]) for name in SOME}


@pytest.mark.parametrize("placer", [place, None], ids=["graphviz", "layered"])
@pytest.mark.parametrize("name", SOME)
def test_no_link_runs_behind_a_box_or_through_text(traces, name, placer):
    found = payload(traces[name], placer)
    for way in ("down", "across"):
        check_drawing(found, way)


SEED = """
import torch
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
c = torch.tensor([6.0, 7.0, 8.0], requires_grad=True)
y = 3*a + 2*b*b + torch.log(c)
gradients = torch.FloatTensor([0.1, 1.0, 0.0001])
y.backward(gradients)
"""


def test_the_first_lesson_can_be_read_at_once_on_a_laptop():
    found = payload(traced(SEED), place)
    width, height = found["graphs"][0]["across"]["size"]
    assert width <= 994 and height <= 574, "1366 × 768 without header, program and timeline"


def test_what_is_small_is_spread_and_what_is_large_is_followed():
    square = "import torch\nx = torch.tensor(3.0, requires_grad=True)\ny = x * x + x\ny.backward()\n"
    chain = "import torch\nx = torch.tensor(3.0, requires_grad=True)\n" + "x = x * 2.0\n" * 20
    assert gaps(square) == [124, 124]
    assert set(gaps(chain)) == {79}, "as wide as the widest of its numbers, seven digits, on its way"


def gaps(source: str) -> list[int]:
    """Return how far apart the columns of a program's boxes are from left to right."""
    found = payload(traced(source), place)
    places = found["graphs"][0]["across"]["places"]
    columns = {}
    for box, (x, _) in zip(found["boxes"], places, strict=True):
        middle = round(x + box["w"] / 2)
        left, right = columns.get(middle, (x, x))
        columns[middle] = min(left, x), max(right, x + box["w"])
    ordered = [columns[middle] for middle in sorted(columns)]
    return [round(after[0] - before[1]) for before, after in zip(ordered, ordered[1:], strict=False)]


def test_two_links_of_a_square_are_apart_and_meet_borders_upright():
    found = payload(traced("import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"), place)
    for way in ("down", "across"):
        _, _, links = next(drawn(found, way))
        (_, one), (_, other) = links[:2]
        side = 0 if way == "down" else 1
        for at in (0, -1):
            assert abs(one[at][side] - other[at][side]) == pytest.approx(28, abs=0.2)
        for path in (one, other):
            assert path[0][side] == path[1][side] and path[-2][side] == path[-1][side]
