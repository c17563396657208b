# What is written into integers or bools is cut off from the graph: they have no gradient.
import torch

x = torch.tensor([1.75, 0.0], requires_grad=True)
counts = torch.zeros(2, dtype=torch.long)
counts[0] = x[0] * 3
counts[1:].copy_(x[1:])
print(counts, counts.requires_grad)
flags = torch.zeros(2, dtype=torch.bool)
print(flags.copy_(x), flags.clamp(torch.tensor([True, False])))
kept = torch.zeros(2)
kept.copy_(x)
kept.sum().backward()
print(kept, x.grad)
