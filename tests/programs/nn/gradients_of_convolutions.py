import torch
torch.manual_seed(0)
x = torch.randn(1, 2, 5, 5, requires_grad=True); w = torch.randn(3, 2, 3, 3, requires_grad=True)
y = torch.nn.functional.conv2d(x, w, stride=2, padding=1); g = torch.randn_like(y)
gx, gw = torch.autograd.grad(y, (x, w), g)
print(torch.allclose(torch.nn.grad.conv2d_input(x.shape, w, g, stride=2, padding=1), gx, atol=1e-5), torch.allclose(torch.nn.grad.conv2d_weight(x, w.shape, g, stride=2, padding=1), gw, atol=1e-5))
a = torch.nn.grad.conv1d_input((1, 1, 4), torch.ones(1, 1, 2, requires_grad=True), torch.ones(1, 1, 3)); print(a)
print(torch.nn.grad.conv1d_weight(torch.arange(4.).view(1, 1, 4), (1, 1, 2), torch.ones(1, 1, 3)), torch.nn.grad.conv3d_input((1, 1, 2, 2, 2), torch.ones(1, 1, 1, 1, 1), torch.ones(1, 1, 2, 2, 2)).sum())
