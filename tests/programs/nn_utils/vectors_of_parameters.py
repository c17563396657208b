import torch
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.manual_seed(0)
net = nn.Linear(2, 2)
vec = parameters_to_vector(net.parameters())
print(vec, vec.shape)
vec.sum().backward()
print(net.weight.grad)
vector_to_parameters(torch.arange(6.0), net.parameters())
print(net.weight, net.bias)
try:
    vector_to_parameters([1.0], net.parameters())
except TypeError as e:
    print(e)
