import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.arange(3.0)
attempt(lambda: torch.exp(x, out=[x]))
attempt(lambda: torch.exp(x, out=torch.empty(3, dtype=torch.int64)))
attempt(lambda: torch.max(x, 0, out=(x,)))
attempt(lambda: torch.sort(x, out=x))
attempt(lambda: torch.add(x, x, out=torch.ones(3, requires_grad=True)))
attempt(lambda: torch.gt(x, 1, out=torch.empty(3, dtype=torch.bool)))
attempt(lambda: torch.nonzero(x, out=torch.empty(0, dtype=torch.int64)))
attempt(lambda: torch.exp(x, out="a"))
torch.add(x, x, out=torch.ones(2))
torch.mul(x, x, out=torch.ones(2))
