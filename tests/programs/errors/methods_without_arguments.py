import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.ones(3)
attempt(lambda: x.exp(1))
attempt(lambda: x.exp(dim=0))
attempt(lambda: x.sqrt_(1))
attempt(lambda: x.detach(True))
attempt(lambda: x.numel(0))
attempt(lambda: x.float(1))
attempt(lambda: x.float(memory_format=1))
attempt(lambda: x.neg(out=x))
attempt(lambda: torch.exp(x, 1))
attempt(lambda: torch.exp(x, dim=0))
attempt(lambda: torch.exp())
attempt(lambda: torch.exp(input=1))
attempt(lambda: torch.exp([1.0, 2.0]))
attempt(lambda: torch.Tensor.exp(1))
attempt(lambda: torch.Tensor.exp())
attempt(lambda: torch.absolute(x, dim=1))
