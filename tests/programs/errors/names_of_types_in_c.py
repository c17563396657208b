import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


import numpy as np

x = torch.ones(3, requires_grad=True)


def assign(name, value):
    setattr(x, name, value)


attempt(lambda: assign("grad", np.ones(3)))
attempt(lambda: assign("grad", torch.float64))
attempt(lambda: assign("grad", [1.0]))
attempt(lambda: assign("data", np.ones(3)))
attempt(lambda: torch.autograd.grad(x.sum(), np.float64(1)))
attempt(lambda: torch.tensor([torch.float32]))
attempt(lambda: torch.exp(np.ones(3)))
attempt(lambda: torch.exp(torch.Size([1])))
attempt(lambda: torch.exp(torch.Generator()))
attempt(lambda: torch.exp(range(3)))
attempt(lambda: torch.Size([1.5]))
attempt(lambda: torch.Size(["a"]))
attempt(lambda: torch.Size([True, np.int64(2)]))
y = torch.ones(3)
y.real = 2
print(y)
attempt(lambda: np.array(2.0) / x)
print(np.int64(2) - torch.ones(2, dtype=torch.float16))
