"""What boxes are called: by what a program can write, and inside of PyTorch's own modules by what they compute."""

import io

import pytest

from autograd_engine.run import program
from autograd_studio.view.picture.build import picture
from autograd_studio.view.wording.box_text import dotted

MODEL = """
import torch
from torch import nn
class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(2, 8)
        self.l2 = nn.Linear(8, 1)
    def forward(self, x):
        return self.l2(torch.relu(self.l1(x)))
model = MLP()
X = torch.ones(16, 2)
loss = model(X).mean()
"""
ENCODER = """
import torch
from torch import nn
layer = nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, batch_first=True)
x = torch.ones(1, 3, 4)
out = layer(x)
"""
STACK = """
import torch
from torch import nn
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
net(torch.ones(3, 2)).sum()
"""
PLACES = """
import torch
w = torch.zeros(3)
w[0] = 5.0
x = torch.tensor([[1.0, 2.0]], requires_grad=True)
torch.max(x * 2, 1)
"""


def titles(source: str) -> list[str]:
    return [box.title for box in picture(program.run(source, stdout=io.StringIO()).trace).boxes]


def test_the_result_of_a_model_is_called_as_the_program_calls_it():
    found = titles(MODEL)
    assert "model(X)" in found and "self.l1(x)" in found
    assert not any("self.l2" in title for title in found)


def test_inside_of_pytorchs_modules_boxes_say_what_is_computed():
    found = titles(ENCODER)
    assert {
        "attention",
        "dropout1",
        "x + dropout1",
        "norm1",
        "linear1",
        "relu(linear1)",
        "feed-forward",
        "norm1 + dropout2",
    } < {*found}
    assert "layer(x)" not in found and not any("·" in title for title in found)
    assert {"mask", "mean", "rstd"} < {*found}


def test_parts_of_a_sequence_have_their_numbers():
    found = titles(STACK)
    assert {"net.0", "net.1"} < {*found}
    assert not {"net(…)"} & {*found[:4]}


def test_a_written_place_and_one_of_several_outputs_are_what_can_be_written():
    found = titles(PLACES)
    assert "w[0]" in found
    assert {"torch.max(x * 2, 1)[0]", "torch.max(x * 2, 1)[1]"} < {*found}


@pytest.mark.parametrize(
    ("title", "drawn"),
    [
        ("3*a + 2*b*b", "3·a + 2·b·b"),
        ("w * x - t", "w·x - t"),
        ("x ** 2 * y", "x ** 2·y"),
        ("torch.log(c)", "log(c)"),
        ("F.softmax(x, 0)[0] * -1.0", "softmax(x, 0)[0]·-1.0"),
        ("f(*xs)", "f(*xs)"),
        ("self.torch(x)", "self.torch(x)"),
    ],
)
def test_titles_are_drawn_with_points_for_products(title, drawn):
    assert dotted(title) == drawn
