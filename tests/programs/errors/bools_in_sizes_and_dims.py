import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.arange(6.0).reshape(2, 3)
attempt(lambda: x.sum((True,)))
attempt(lambda: x.sum((0, True)))
attempt(lambda: x.sum(dim=True))
attempt(lambda: x.roll(1, True))
attempt(lambda: x.split(True))
attempt(lambda: x.permute(1, False))
attempt(lambda: x.norm(dim=[True]))
attempt(lambda: x.argmax(True))
attempt(lambda: torch.zeros(True))
attempt(lambda: x.expand(2.0, 3))
attempt(lambda: x.view(2.0, 3))
attempt(lambda: x.permute(1.0, 0))
