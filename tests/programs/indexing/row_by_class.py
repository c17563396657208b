import torch

probs = torch.tensor([[0.2, 0.8], [0.6, 0.4], [0.5, 0.5]], requires_grad=True)
labels = torch.tensor([1, 0, 1])
nll = -torch.log(probs[range(3), labels])
print(nll)
nll.mean().backward()
print(probs.grad)
