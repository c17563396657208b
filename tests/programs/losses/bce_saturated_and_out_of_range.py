import torch
import torch.nn.functional as F

p = torch.tensor([0.0, 1.0], requires_grad=True)
y = torch.tensor([1.0, 1.0])
loss = F.binary_cross_entropy(p, y)
loss.backward()
print(loss, p.grad)
try:
    F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0]))
except RuntimeError as e:
    print(e)
try:
    F.binary_cross_entropy(torch.tensor([0.5]), torch.tensor([1.0, 0.0]))
except ValueError as e:
    print(e)
