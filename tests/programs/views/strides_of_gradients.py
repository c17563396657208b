"""Gradients of images lie in memory as the images do."""

import torch
import torch.nn.functional as F

for form in (torch.contiguous_format, torch.channels_last):
    for f in (
        lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
        lambda x: F.interpolate(x, scale_factor=1.5),
        lambda x: F.avg_pool2d(x, 3, 2, padding=1),
        lambda x: F.max_pool2d(x, 2),
        lambda x: F.adaptive_avg_pool2d(x, 2),
        lambda x: F.pixel_shuffle(x, 2),
    ):
        x = torch.arange(128.0).reshape(2, 4, 4, 4).contiguous(memory_format=form).requires_grad_()
        out = f(x)
        out.backward(out.detach().sin())
        print(out.stride(), x.grad.stride(), x.grad.is_contiguous())
