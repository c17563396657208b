import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
print(x > 1.5, x == 2, (x > 1) & (x < 3), ~(x > 1), (x != x).any())
try:
    if x > 1:
        print('yes')
except RuntimeError as e:
    print(e)
try:
    bool(torch.tensor([]))
except RuntimeError as e:
    print(e)
print(bool(torch.tensor([0.5])), torch.equal(x, x), x.eq(x).all().item())
