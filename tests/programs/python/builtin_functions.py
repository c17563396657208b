"""Functions of torch print as functions of C++, and a class that holds one does not make a method of it."""

import copy

import torch

for name in ("relu", "sin", "add", "matmul", "zeros", "tensor", "cat", "einsum", "norm", "split", "manual_seed", "is_tensor", "sum"):
    print(str(getattr(torch, name)).split(" at ")[0])


class Layer(torch.nn.Module):
    activation = torch.tanh

    def forward(self, x):
        return self.activation(x)


layer = Layer()
print(layer(torch.tensor([0.5])), Layer.activation.__name__)
layer.own = torch.relu
print(copy.deepcopy(layer).own is torch.relu, torch.relu == torch.relu, torch.relu == torch.tanh)
