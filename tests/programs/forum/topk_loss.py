import torch

losses = torch.tensor([0.1, 2.0, 0.5, 3.0], requires_grad=True)
hard, idx = losses.topk(2)
hard.mean().backward()
print(hard, idx, losses.grad)
