# The places of the largest among nothing; parameters that have no size yet.
import torch
import torch.nn.functional as F
from torch.nn.parameter import UninitializedParameter

images = torch.zeros(0, 10, 10, requires_grad=True)
pooled, places = F.max_pool1d(images, 2, 2, return_indices=True)
pooled.sum().backward()
print(pooled.shape, places.shape, images.grad.shape)
late = UninitializedParameter()
late.materialize(4)
print(late.shape, type(late))
