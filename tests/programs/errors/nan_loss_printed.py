import torch

x = torch.tensor([0.0, -1.0, 4.0], requires_grad=True)
loss = x.log().sum()
loss.backward()
print(loss, x.grad)
print(torch.isnan(loss), torch.isfinite(x.grad), torch.tensor(0.0) / 0)
