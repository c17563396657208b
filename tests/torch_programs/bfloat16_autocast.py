import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 2))
x = torch.randn(3, 4)
with torch.autocast("cpu", dtype=torch.bfloat16):
    out = model(x)
    loss = out.float().pow(2).mean()
loss.backward()
half = torch.tensor([1.0, 2.0], dtype=torch.bfloat16, requires_grad=True)
(half * half).sum().backward()
print(out.dtype, loss, half.grad, model[0].weight.grad.dtype)
