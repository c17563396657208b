import math
import torch

x = torch.tensor(2.0, requires_grad=True)
print(float(x), int(x), x.item())
print(math.sqrt(x))
for _ in range(2):
    print(float(x))
print(float(x.detach()), f'{x:.1f}')
