import torch

with torch.inference_mode():
    y = torch.zeros(2)
    y += 1
print(y)
try:
    y += 1
except RuntimeError as e:
    print(e)
print(y.clone() + 1)
try:
    y._version
except RuntimeError as e:
    print(e)
