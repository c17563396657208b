import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


x = torch.ones(2, 3, requires_grad=True)
attempt(lambda: x.size[0])
attempt(lambda: x.mean.item())
attempt(lambda: x.sum + 1)
attempt(lambda: float(x.item))
attempt(lambda: f"{x.item:.2f}")
attempt(lambda: range(x.numel))
attempt(lambda: torch.rand[3])
attempt(lambda: x.norm[0])
attempt(lambda: x.shape())
print(type(x.sum), type(torch.sum), type(torch.Tensor.sum), torch.Tensor.add)
total = x.sum
print(total(), total(dim=0), x.sum == x.sum)
