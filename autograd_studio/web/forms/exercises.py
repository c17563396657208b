"""The ladder of exercises of the Practice page: programs whose backward pass is to be written by hand, the easiest first."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Exercise:
    """A program, the name of its output, and what is to be noticed on the way."""

    id: str
    title: str
    task: str
    program: str
    output: str = "loss"

    @property
    def beginning(self) -> str:
        """What the learner's editor holds at first."""
        return (
            f"# d{self.output} is there: ones. Go from the end of the program to its beginning,\n"
            "# and write the gradient of each name, such as\n"
            f"# d{_last_name(self)} = ...\n"
        )


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
        "One multiplication",
        "The sum hands its gradient to every element. The slope of a product by one factor is the other factor.",
        MULTIPLICATION,
    ),
    Exercise(
        "broadcasting",
        "Broadcasting",
        "`w` and `b` are used once for each row, so their gradients add up over the rows. A mean divides by how many numbers "
        "it has.",
        BROADCASTING,
    ),
    Exercise(
        "softmax",
        "Softmax with cross-entropy",
        "`counts` is used twice, directly and in `total`: what comes through both adds up. At the end compare `dlogits` "
        "with `probs`.",
        SOFTMAX,
    ),
    Exercise(
        "batch-norm",
        "Batch norm",
        "`diff` is used twice, and `x` too: directly and in `mean`. What was averaged over the rows goes back to all of them.",
        BATCH_NORM,
    ),
    Exercise(
        "network",
        "A network with two layers",
        "Cross-entropy over logits has a short gradient. For `A @ B` the gradients are `d @ B.T` and `A.T @ d`: the shapes "
        "leave no other way.",
        NETWORK,
    ),
)


def exercise(id: str) -> Exercise | None:
    """Return the exercise with this id, None if there is none."""
    return next((one for one in EXERCISES if one.id == id), None)
