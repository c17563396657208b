import torch

p = torch.tensor([0.0, 0.25], requires_grad=True)
terms = torch.where(
    p > 0,
    p * torch.log(p),
    torch.zeros(2),
)
terms.sum().backward()
print(p.grad)
# -> p nan 6 where_branch
