"""Random numbers under vmap: the same for all examples, or different ones."""

import torch
from torch.func import vmap

torch.manual_seed(0)
x = torch.zeros(3)
print(vmap(lambda x: x + torch.rand(2), randomness="different")(x))
print(vmap(lambda x: x + torch.rand(2), randomness="same")(x))
print(torch.rand(1))
vmap(lambda x: x + torch.rand(2))(x)
