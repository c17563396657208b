import torch

x = torch.ones(2, requires_grad=True)


def attempt(function):
    try:
        print(function())
    except (TypeError, RuntimeError, AttributeError, ValueError) as error:
        print(type(error).__name__, error)


attempt(lambda: x.shape(0))
attempt(lambda: x.shape.dim)
attempt(lambda: x.dtype())
attempt(lambda: x.device.name)
print(type(x.shape), type(x.shape).__name__, type(x.dtype).__name__, type(x.device))
for name in ("shape", "grad_fn", "is_leaf", "dtype", "ndim", "T", "layout"):
    attempt(lambda: setattr(x, name, 1))
    attempt(lambda: delattr(x, name))
for device in ("float32", "cpu:a", "", 0, "gpu"):
    attempt(lambda: x.to(device))
attempt(lambda: float(x))
