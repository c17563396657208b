"""Functions where modules belong: the message names the function as PyTorch has it, in C++ or in Python."""
import torch
import torch.nn as nn
import torch.nn.functional as F

for given in [F.relu, torch.relu, F.gelu, F.conv2d, torch.norm, torch.linalg.norm, torch.special.expit, nn.init.zeros_, nn.ReLU, print]:
    try:
        nn.Sequential(nn.Linear(3, 2), given)
    except TypeError as error:
        print(error)
for function in [F.relu, F.linear, torch.einsum, torch.tanh, F.conv1d, torch.linalg.inv]:
    print(function.__module__, function.__qualname__, repr(function).split(" at ")[0])
print(F.conv1d is torch.conv1d, torch.functional.einsum is torch.einsum)


class Net(nn.Module):
    activation = F.gelu  # a function of C++ does not become a method

    def forward(self, x):
        return self.activation(x)


print(Net()(torch.ones(1)))
nn.Sequential(nn.Linear(2, 2), F.softmax)
