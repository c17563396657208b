"""How a process gets ready for programs, wherever they run."""

# Objects after which garbage is looked for: a recording makes many and drops few, and Python's 700 cost it a quarter of its time.
YOUNG = 50_000

# What every program needs: one that does more would have a child wait longer, and most runs copy what they do not need.
USUAL = """\
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x + 1).sum()
y.backward()
print(x.grad)
"""
