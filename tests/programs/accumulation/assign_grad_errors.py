import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for bad in (torch.ones(3), torch.ones(2, dtype=torch.float64), 1.0):
    try:
        x.grad = bad
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, e)
print(x.grad)
