# Through strides the columns of a window are summed apart where the width is a multiple of the stride.
import torch

torch.manual_seed(0)
for layer, shape in [
    (torch.nn.Conv2d(3, 8, 3, stride=2, padding=1), (2, 3, 14, 14)),
    (torch.nn.Conv2d(3, 8, 3, stride=2), (2, 3, 9, 9)),
    (torch.nn.Conv1d(4, 8, 5, stride=2, padding=2), (2, 4, 30)),
    (torch.nn.ConvTranspose2d(16, 8, 3, stride=2, padding=1, output_padding=1), (2, 16, 7, 7)),
    (torch.nn.ConvTranspose2d(8, 1, 4, stride=2, padding=1), (2, 8, 7, 7)),
    (torch.nn.ConvTranspose2d(3, 4, 3), (1, 3, 5, 5)),
    (torch.nn.Conv2d(2, 3, 3).double(), (4, 2, 8, 8)),
    (torch.nn.ConvTranspose2d(3, 2, 3, stride=2).double(), (2, 3, 5, 5)),
]:
    x = torch.randn(shape, dtype=layer.weight.dtype, requires_grad=True)
    out = layer(x)
    out.backward(torch.linspace(-1, 1, out.numel(), dtype=x.dtype).view_as(out))
    for result in out, x.grad, layer.weight.grad, layer.bias.grad:
        print([part.hex() for part in [result.sum().item(), *result.flatten()[:3].tolist()]])
