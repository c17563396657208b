import torch

print(torch.nn.functional.threshold(torch.tensor([1, 7], dtype=torch.uint8), 5, -9))
