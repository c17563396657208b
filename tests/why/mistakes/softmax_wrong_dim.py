import torch
import torch.nn as nn

torch.manual_seed(0)
fc = nn.Linear(3, 1)
x = torch.randn(4, 3)
prob = torch.softmax(fc(x), dim=1)
loss = ((prob - torch.tensor([[1.], [0.], [1.], [0.]])) ** 2).mean()
loss.backward()
print(fc.weight.grad)
# -> fc.weight zero 7 constant_output
# -> fc.bias zero 7 constant_output
