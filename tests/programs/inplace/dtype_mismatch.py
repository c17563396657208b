import torch

i = torch.tensor([1, 2])
try:
    i += 0.5
except RuntimeError as e:
    print(e)
try:
    i /= 2
except RuntimeError as e:
    print(e)
i *= 3
print(i)
i[0] = 2.7
print(i)
f = torch.zeros(2)
f += i
print(f)
