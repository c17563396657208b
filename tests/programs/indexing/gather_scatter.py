import torch

logits = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
target = torch.tensor([[2], [0]])
picked = logits.gather(1, target)
print(picked, picked.grad_fn.name())
picked.sum().backward()
print(logits.grad)
onehot = torch.zeros(2, 3).scatter_(1, target, 1.0)
print(onehot)
print(torch.zeros(2, 3).scatter_add(1, torch.tensor([[0, 0], [1, 1]]), torch.ones(2, 2)))
