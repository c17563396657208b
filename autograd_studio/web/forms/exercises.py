"""The ladder of exercises of the Practice page: programs whose backward pass is to be written by hand, the easiest first."""

from __future__ import annotations

from dataclasses import dataclass

from ...catalogue import say


@dataclass(frozen=True)
class Exercise:
    """A program, the name of its output, and what is to be noticed on the way. `level` is 1, 2 or 3, the hardest."""

    id: str
    level: int
    title: str
    task: str
    program: str
    output: str = "loss"

    @property
    def beginning(self) -> str:
        """What the learner's editor holds at first."""
        return say("web.exercise.beginning", output=self.output, name=_last_name(self)) + "\n"


def _last_name(exercise: Exercise) -> str:
    """Return the name that is assigned last before the output."""
    names = [line.partition(" = ")[0] for line in exercise.program.splitlines() if " = " in line]
    return [name for name in names if name != exercise.output][-1]


MULTIPLICATION = """\
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([4.0, -5.0, 6.0], requires_grad=True)
c = a * b
loss = c.sum()
"""

BROADCASTING = """\
import torch

x = torch.tensor([[1.0, 2.0], [3.0, -4.0], [0.5, 6.0]], requires_grad=True)
w = torch.tensor([2.0, -1.0], requires_grad=True)
b = torch.tensor([0.5, 3.0], requires_grad=True)
p = x * w
y = p + b
loss = (y ** 2).mean()
"""

SOFTMAX = """\
import torch

logits = torch.tensor([[2.0, -1.0, 0.5, 1.0], [0.0, 1.5, -0.5, 3.0], [1.0, 2.5, -2.0, 0.5]], requires_grad=True)
target = torch.tensor([0, 3, 1])
counts = logits.exp()
total = counts.sum(1, keepdim=True)
probs = counts / total
logprobs = probs.log()
loss = -logprobs[torch.arange(3), target].mean()
"""

BATCH_NORM = """\
import torch

x = torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.5, -1.0], [-1.0, 4.0, 2.0], [0.5, 1.0, 3.5]], requires_grad=True)
gain = torch.tensor([1.5, -0.5, 2.0], requires_grad=True)
bias = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
weights = torch.tensor([[1.0, 2.0, -1.0], [0.5, -1.0, 3.0], [2.0, 1.0, 0.5], [-1.0, 0.5, 1.5]])
mean = x.mean(0)
diff = x - mean
var = (diff ** 2).mean(0)
inv = (var + 1e-5) ** -0.5
xhat = diff * inv
y = gain * xhat + bias
loss = (y * weights).sum()
"""

NETWORK = """\
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(4, 3)
target = torch.tensor([0, 1, 1, 0])
w1 = torch.randn(3, 5, requires_grad=True)
b1 = torch.randn(5, requires_grad=True)
w2 = torch.randn(5, 2, requires_grad=True)
b2 = torch.randn(2, requires_grad=True)
before = x @ w1 + b1
h = before.tanh()
logits = h @ w2 + b2
loss = F.cross_entropy(logits, target)
"""

EXERCISES = (
    Exercise(
        "multiplication",
        1,
        say("web.exercise.multiplication"),
        say("web.exercise.multiplication_hint"),
        MULTIPLICATION,
    ),
    Exercise(
        "broadcasting",
        1,
        say("web.exercise.broadcasting"),
        say("web.exercise.broadcasting_hint"),
        BROADCASTING,
    ),
    Exercise(
        "softmax",
        2,
        say("web.exercise.softmax"),
        say("web.exercise.softmax_hint"),
        SOFTMAX,
    ),
    Exercise(
        "batch-norm",
        2,
        say("web.exercise.batch_norm"),
        say("web.exercise.batch_norm_hint"),
        BATCH_NORM,
    ),
    Exercise(
        "network",
        3,
        say("web.exercise.network"),
        say("web.exercise.network_hint"),
        NETWORK,
    ),
)


def exercise(id: str) -> Exercise | None:
    """Return the exercise with this id, None if there is none."""
    return next((one for one in EXERCISES if one.id == id), None)
