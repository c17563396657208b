import torch
import torch.nn as nn
torch.manual_seed(0)
encoder = nn.Linear(4, 2)
decoder = nn.Linear(2, 4)
opt = torch.optim.SGD(list(encoder.parameters()) + list(decoder.parameters()), lr=0.1)
x = torch.rand(3, 4)
for _ in range(2):
    z = (encoder(x) > 0).float()
    loss = ((decoder(z) - x) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
# -> encoder.weight none 9 comparison
# -> encoder.bias none 9 comparison
