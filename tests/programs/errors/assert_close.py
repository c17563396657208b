import torch
from torch.testing import assert_close


def told(*args, **options):
    try:
        assert_close(*args, **options)
    except Exception as error:
        print(f"{type(error).__name__}: {error}\n")


x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
assert_close(x, x + 1e-7)
assert_close({"a": [x, 1.0], "b": None}, {"a": [x.detach(), 1.0], "b": None})
told(x, x + torch.tensor([0.0, 0.1]))
told(x, x + 0.1, rtol=0, atol=0)
told(x, x * 2, msg=lambda text: f"Doubled?\n{text}")
told(x, x * 2, msg="not the same")
told(x, x.double())
told(x, x[0])
told(x, x.T, check_stride=True)
told(x, x, rtol=0.1)
told(x.detach(), [[1.0, 2.0], [3.0, 4.0]])
told([1.0, x], [1.0, x + 1])
told((x, x), (x,))
told({"w": 1, "c": 2}, {"w": 1, "b": 2})
told({"w": {"v": 1}}, {"w": {"v": 2}})
told(torch.tensor(1.0), torch.tensor(0.0))
told(torch.tensor([1, 2, 3]), torch.tensor([1, 2, 5]))
told(torch.tensor([True]), torch.tensor([False]))
told(float("nan"), float("nan"))
told(True, False)
told(None, 0)
told("text", "text")
nan = torch.tensor([float("nan"), 1.0])
assert_close(nan, nan, equal_nan=True)
told(nan, nan)
assert_close(torch.autograd.grad((x**3).sum(), x)[0], 3 * x**2 + 1)
