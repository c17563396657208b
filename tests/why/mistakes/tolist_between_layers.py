import torch
import torch.nn as nn

torch.manual_seed(1)
enc = nn.Linear(2, 3)
dec = nn.Linear(3, 1)
h = enc(torch.ones(1, 2))
h = torch.tensor(h.tolist())
loss = dec(h).sum()
loss.backward()
print(enc.weight.grad)
print(dec.weight.grad)
# -> enc.weight none 8 tolist
