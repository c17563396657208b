import copy

import torch
from torch import nn

torch.manual_seed(0)
embed = nn.Embedding(6, 4)
out = nn.Linear(4, 6, bias=False)
out.weight = embed.weight
tokens = torch.tensor([[1, 2, 3, 1]])
logits = out(embed(tokens))
loss = nn.functional.cross_entropy(logits[:, :-1].reshape(-1, 6), tokens[:, 1:].reshape(-1))
loss.backward()
other = copy.deepcopy(embed)
other.load_state_dict(embed.state_dict())
embed.weight.grad = None
other.requires_grad_(False)
out.weight.data.mul_(0.5)
print(other.weight.requires_grad, embed.weight.grad, out.weight.sum())
