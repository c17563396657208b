"""The still picture of a run: SVG that any reader can parse, of what is seen before anything is opened."""

from xml.etree import ElementTree

from autograd_engine.run import program
from autograd_studio.view.export import svg
from autograd_studio.view.payload.document import payload

FOLDED = """
import torch
from torch import nn
model = nn.Sequential(*[nn.Sequential(nn.Linear(2, 2), nn.Tanh()) for _ in range(12)])
model(torch.ones(1, 2)).sum().backward()
"""


def texts(source):
    picture = ElementTree.fromstring(svg.svg(payload(program.run(source).trace)))
    return [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_boxes_with_their_names():
    assert texts("import torch\nx = torch.ones(2, requires_grad=True)\ny = x * (1 < 2)\n")[:4] == [
        "x",
        "(2,)",
        "leaf",
        "y",
    ]


def test_a_wide_one_goes_downwards():
    deep = "import torch\nx = torch.ones(2, requires_grad=True)\n" + "x = x * 2\n" * 12
    for source, is_wide in (
        ("import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2 + x", True),
        (deep, False),
    ):
        picture = ElementTree.fromstring(svg.svg(payload(program.run(source).trace)))
        _, _, width, height = map(float, picture.get("viewBox").split())
        assert (width > height) is is_wide and float(picture.get("width")) <= 1140


def test_what_is_closed_is_one_box():
    shown = texts(FOLDED)
    assert "model.0 … 11 ×12" in shown
    assert "TanhBackward0" not in shown
