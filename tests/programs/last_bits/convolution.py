import torch
import torch.nn.functional as F

torch.manual_seed(0)
for images, weight, options in (
    ((2, 3, 8, 8), (4, 3, 3, 3), {}), ((2, 3, 8, 8), (4, 3, 3, 3), dict(padding=1)), ((4, 1, 12, 12), (8, 1, 5, 5), dict(stride=2)),
    ((3, 20, 6, 6), (8, 20, 3, 3), dict(padding=1)), ((4, 6, 5, 5), (7, 6, 1, 1), {}), ((1, 2, 6, 6), (3, 2, 3, 3), {}),
    ((16, 1, 14, 14), (8, 1, 3, 3), dict(padding=1)),
):
    x, w = torch.randn(images), torch.randn(weight, requires_grad=True)
    b = torch.randn(weight[0], requires_grad=True)
    x.requires_grad_("stride" not in options)
    y = F.conv2d(x, w, b, **options)
    y.pow(2).mean().backward()
    print(tuple(y.shape), y.sum().item(), y.flatten()[7].item(), w.grad.flatten()[2].item(), b.grad[0].item())
    if x.grad is not None:
        print(x.grad.flatten()[5].item(), x.grad.sum().item())
x, w = torch.randn(2, 3, 10, requires_grad=True), torch.randn(4, 3, 3, requires_grad=True)
F.conv1d(x, w).sin().sum().backward()
print(x.grad.sum().item(), w.grad.sum().item())
