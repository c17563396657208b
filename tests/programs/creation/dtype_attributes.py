import torch

for t in (torch.float16, torch.float32, torch.float64, torch.int8, torch.uint8, torch.int32, torch.int64, torch.bool):
    print(t, t.is_floating_point, t.is_signed, t.itemsize, torch.zeros(1, dtype=t).element_size())
print(torch.float is torch.float32, torch.long is torch.int64, torch.double, torch.half)
print(torch.finfo(torch.float32).eps, torch.finfo(torch.float32).max, torch.iinfo(torch.int8).max)
