import torch
from torch import nn

torch.manual_seed(3)
lstm = nn.LSTM(2, 2, num_layers=2)
x = torch.randn(3, 1, 2, requires_grad=True)
h0, c0 = torch.randn(2, 1, 2, requires_grad=True), torch.randn(2, 1, 2)
out, (h, c) = lstm(x, (h0, c0))
print(out, h, c)
print(out.grad_fn, h.grad_fn, torch.equal(out[-1], h[-1]))
(out.sum() + c.sum()).backward()
print(x.grad, h0.grad)
for name, p in lstm.named_parameters():
    print(name, p.grad.flatten()[:4])
