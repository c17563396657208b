"""Derivatives as functions, and what PyTorch compiles: here it runs line by line, on the graph."""

import io

from autograd_engine.run.program import run

TRANSFORMED = """import torch
from torch.func import grad, jacfwd, jvp
x = torch.arange(1.0, 4.0)
f = lambda x: torch.sin(x) * x
assert grad(grad(lambda a: a**3))(torch.tensor(2.0)) == 12
out, pushed = jvp(f, (x,), (x,))
assert torch.equal(out, f(x)) and torch.allclose(pushed, jacfwd(f)(x) @ x)
assert grad(lambda a: a * torch.tensor(3.0))(torch.tensor(2.0)).requires_grad is False
y = torch.tensor(2.0, requires_grad=True)
grad(lambda a: a * a * y)(torch.tensor(3.0)).backward()
assert y.grad == 6
assert grad(lambda a: a * y)(y) == 2  # the y inside is another one than the argument
"""

COMPILED = """import torch
@torch.compile(mode="max-autotune")
def double(x):
    return x * 2
model = torch.jit.script(torch.compile(torch.nn.Linear(2, 1)))
x = torch.ones(2, requires_grad=True)
model(double(x)).sum().backward()
print(type(model).__name__, x.grad.shape)
print(torch.jit.is_scripting(), torch.compiler.is_compiling())
torch._dynamo.config.suppress_errors = True
torch._dynamo.reset()
"""


def test_transforms_can_be_nested():
    assert run(TRANSFORMED).error is None


def test_what_pytorch_compiles_runs_as_it_is():
    out, err = io.StringIO(), io.StringIO()
    assert run(COMPILED, stdout=out, stderr=err).error is None
    assert out.getvalue() == "Linear torch.Size([2])\nFalse False\n"
    assert err.getvalue().count("torch.compile: nothing is compiled here") == 1
    assert err.getvalue().count("torch.jit.script: nothing is compiled here") == 1


PROFILED = """import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule
x = torch.ones(2, requires_grad=True)
with profile(activities=[ProfilerActivity.CPU], schedule=schedule(wait=1, warmup=1, active=2)) as p:
    for step in range(2):
        with record_function("backward"):
            x.pow(2).sum().backward()
        p.step()
p.key_averages().table(sort_by="cpu_time_total")
with torch.autograd.profiler.profile(use_cpu=True), torch.profiler.profile(), torch.autograd.profiler.record_function("b"):
    print(x.grad)
"""


def test_a_profiler_is_an_empty_block():
    out, err = io.StringIO(), io.StringIO()
    assert run(PROFILED, stdout=out, stderr=err).error is None
    assert out.getvalue() == "tensor([4., 4.])\n"
    assert err.getvalue().count("torch.profiler: nothing is measured here") == 1
