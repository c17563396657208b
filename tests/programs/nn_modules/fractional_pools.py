# Fractional max pooling: windows at random places, as many as the output has elements.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(1, 2, 6, 6, requires_grad=True)

pool = nn.FractionalMaxPool2d(2, output_size=3, return_indices=True)
print(pool)
out, indices = pool(x)
print(out)
print(indices)
out.sum().backward()
print(x.grad[0, 0])

half = nn.FractionalMaxPool2d((2, 3), output_ratio=(0.5, 0.4))(x)
print(half.shape, half.grad_fn)

fixed = torch.tensor([[[0.3, 0.7], [0.1, 0.9]]])
print(F.fractional_max_pool2d(x, 2, output_size=(2, 3), _random_samples=fixed))
print(F.fractional_max_pool3d(torch.randn(1, 4, 5, 5), 2, output_size=2).shape)

for call in (
    lambda: nn.FractionalMaxPool2d(2),
    lambda: nn.FractionalMaxPool2d(2, output_size=2, output_ratio=0.5),
    lambda: F.fractional_max_pool2d(x, 5, output_size=4),
):
    try:
        call()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)
