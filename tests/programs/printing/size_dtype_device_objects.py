import torch

x = torch.zeros(2, 3)
print(x.shape, [x.shape], x.dtype, [x.dtype], x.device, [x.device], x.layout, x.size(0))
print(type(x), type(x.shape), type(x.dtype), x.type(), x.__class__.__name__)
print(x.stride(), x.storage_offset(), x.is_contiguous(), x.nbytes)
