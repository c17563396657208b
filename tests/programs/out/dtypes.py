"""Which dtypes functions write into, and what they say of others."""

import torch

x = torch.tensor([[4.0, 1.0], [2.0, 3.0]])


def show(text):
    try:
        print(text, "->", eval(text))
    except (RuntimeError, TypeError) as error:
        print(text, "->", type(error).__name__, error)


long, double = torch.zeros(2, 2, dtype=torch.int64), torch.zeros(2, 2, dtype=torch.float64)
flags = torch.zeros(2, 2, dtype=torch.bool)
for name in ("long", "double", "flags"):
    for call in (
        "torch.add(x, 1, out={})",
        "torch.mm(x, x, out={})",
        "torch.eq(x, 2, out={})",
        "torch.softmax(x, 1, out={})",
        "torch.cumsum(x, 1, out={})",
        "torch.linalg.inv(x, out={})",
        "torch.tril(x, out={})",
        "torch.gather(x, 0, torch.zeros_like(long), out={})",
        "torch.zeros(2, 2, dtype=torch.float32, out={})",
        "torch.clamp(x, x, x, out={})",
        "torch.nn.functional.avg_pool2d(x[None], 1, out={})",
        "torch.diag(x, out={}[0])",
    ):
        show(call.format(name))
small = torch.zeros(2, dtype=torch.int64)
for call in ("sum(x, 0, out=small)", "argmax(x, 0, out=small)"):
    show(f"torch.{call}")
