import torch
torch.manual_seed(0)
x = torch.randn(3, 2)
layer = torch.nn.Linear(2, 2)
act = torch.nn.Hardtanh()
out = act(layer(x) * 1000)
out.sum().backward()
print(layer.weight.grad)
# -> layer.weight zero 6 clamped
# -> layer.bias zero 6 clamped
