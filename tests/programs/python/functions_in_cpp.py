# Which functions PyTorch has in C++: they have names of their own, and a class that holds one does not make a method of it.
import copy

import torch
import torch.nn.functional as F

for name in "avg_pool2d conv1d gelu linear logsigmoid one_hot relu softmax softplus cross_entropy scaled_dot_product_attention".split():
    function = getattr(F, name)
    print(name, function.__name__, type(function).__name__, repr(function).split(" at ")[0])
print(torch.linalg.norm, torch.special.xlogy, torch.special.expit.__name__)


class Layer:
    gelu, tanh, norm, relu = F.gelu, torch.tanh, torch.linalg.norm, F.relu


layer = Layer()
x = torch.tensor([-1.0, 0.5])
print(layer.gelu(x), layer.tanh(x), layer.norm(x))
try:
    layer.relu(x)
except (TypeError, AttributeError) as error:
    print(type(error).__name__, error)

print(copy.deepcopy(torch.nn.TransformerEncoderLayer(4, 2, activation=F.gelu, batch_first=True)).activation)
for name in "fmax_ special_i1 native_layer_norm".split():
    print(name, hasattr(torch, name), hasattr(torch.Tensor, name))
torch.ones(1).native_layer_norm([1])
