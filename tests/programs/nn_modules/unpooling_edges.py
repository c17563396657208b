# Unpooling nothing, and into a size that does not fit; parameters that have no size yet.
import torch
import torch.nn.functional as F
from torch.nn.parameter import UninitializedParameter

images = torch.zeros(0, 10, 10, requires_grad=True)
pooled, places = F.max_pool1d(images, 2, 2, return_indices=True)
whole = F.max_unpool1d(pooled, places, 2, 2)
whole.sum().backward()
print(whole.shape, images.grad.shape)
try:
    F.max_unpool3d(torch.ones(1, 3, 1, 1, 1), torch.zeros(1, 3, 1, 1, 1, dtype=torch.int64), [1, 1])
except RuntimeError as error:
    print(error)
late = UninitializedParameter()
late.materialize(4)
print(late.shape, type(late))
