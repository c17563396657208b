import torch

a = torch.tensor([1.0, -2.0], requires_grad=True)
b = torch.zeros(2, requires_grad=True)
b.data = a.data
opt = torch.optim.Adam([a, b], lr=0.1)
(a * a + 3 * b).sum().backward()
opt.step()
# -> b wrong 5 tied_by_data
