import torch

params = [torch.tensor([3.0, 4.0], requires_grad=True), torch.tensor([12.0], requires_grad=True)]
loss = sum((p ** 2).sum() for p in params) / 2
loss.backward()
theta = 1.0
norm = torch.sqrt(sum(torch.sum((p.grad ** 2)) for p in params))
if norm > theta:
    for param in params:
        param.grad[:] *= theta / norm
print(norm, [p.grad for p in params])
