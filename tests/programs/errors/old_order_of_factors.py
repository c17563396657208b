import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


import warnings

warnings.simplefilter("ignore")
x, m = torch.tensor([1.0, 2.0]), torch.tensor([[1.0, 2.0], [3.0, 4.0]])
attempt(lambda: x.add(10, x))
attempt(lambda: torch.add(x, 10, x))
attempt(lambda: torch.addcmul(x, 2, x, x))
attempt(lambda: torch.addmm(2, m, 3, m, m))
attempt(lambda: torch.addmm(0.5, m, m, m))
attempt(lambda: m.addmm(2, 3, m, m))
attempt(lambda: x.add(x, 10))
attempt(lambda: x.add(1, 2, 3))
attempt(lambda: x.add())
attempt(lambda: x.sub("a", alpha=2))
attempt(lambda: torch.add(2, 3))
attempt(lambda: torch.mul(2, x))
attempt(lambda: torch.pow(2, 3))
attempt(lambda: torch.eq(2, x))
