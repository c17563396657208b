import torch

t = torch.arange(6.0).view(1, 6)


def attempt(function):
    try:
        print(function())
    except (TypeError, RuntimeError, AttributeError) as error:
        print(type(error).__name__, error)


attempt(lambda: t.view(True))
attempt(lambda: t.view(True, 6))
attempt(lambda: t.view(6, True))
attempt(lambda: t.expand(True))
attempt(lambda: t.reshape(True))
attempt(lambda: t.repeat(True, True))
attempt(lambda: t.sum(True))
attempt(lambda: t.squeeze(True))
attempt(lambda: t.max(True))
attempt(lambda: t.sum(1, True))
attempt(lambda: t.std(False))

# keepdim says nothing without dim
attempt(lambda: t.mean(keepdim=True))
attempt(lambda: t.max(keepdim=True))
attempt(lambda: torch.sum(t, keepdim=True))
attempt(lambda: t.sum(axis=1, keepdims=True))
attempt(lambda: t.sum(axis=1, keepdim=True))
attempt(lambda: torch.max(t, t, t))
