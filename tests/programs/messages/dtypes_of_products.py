"""Products and convolutions of two dtypes: which of them, and whose words, the error has."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(call):
    try:
        found = call()
        print(found.dtype, list(found.shape))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


images, one = torch.ones(2, 4, 6, 6), torch.ones(1, 4, 6, 6)
for a, b in ((torch.float, torch.double), (torch.double, torch.float), (torch.half, torch.float), (torch.bool, torch.float), (torch.int, torch.float)):
    print(a, b)
    for x in (images, one):
        if a == torch.half:  # which words a convolution has, depends on whether the processor has AVX-512-FP16
            continue
        attempt(lambda: F.conv2d(x.to(a), torch.ones(2, 4, 2, 2).to(b)))
        attempt(lambda: F.conv2d(x.to(a), torch.ones(2, 4, 2, 2).to(b), dilation=2))
        attempt(lambda: F.conv_transpose2d(x.to(a), torch.ones(4, 2, 2, 2).to(b)))
    stack = torch.ones(2, 3, 3)
    attempt(lambda: torch.bmm(stack.to(a), stack.to(b)))
    attempt(lambda: torch.baddbmm(torch.ones(1), stack.to(a), stack.to(b)))
    attempt(lambda: torch.addmm(torch.ones(3), stack[0].to(a), stack[0].to(b)))
    attempt(lambda: F.prelu(images.to(a), torch.ones(1).to(b)))
    attempt(lambda: F.grid_sample(images.to(a), torch.zeros(2, 1, 1, 2).to(b), align_corners=True))
    attempt(lambda: torch.cdist(torch.ones(30, 3).to(a), torch.ones(2, 3).to(b)))
    attempt(lambda: F.binary_cross_entropy(images.to(a), images.to(b)))
attempt(lambda: torch.baddbmm(torch.ones(3, 1, 2), torch.ones(4, 2, 3), torch.ones(4, 3, 2)))
attempt(lambda: torch.baddbmm(torch.ones(2), torch.ones(4, 2, 3), torch.ones(3, 2)))
attempt(lambda: torch.prelu(torch.tensor([1]), torch.tensor([2])))
nn.Conv2d(4, 2, 3).double()(images)
