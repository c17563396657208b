import copy
import pickle

import torch

t = torch.tensor([1.0, 2.0], requires_grad=True)
again = pickle.loads(pickle.dumps(t))
print(again, again.requires_grad, again.is_leaf, again is t)
(again * t).sum().backward()
print(t.grad, again.grad)

state = pickle.loads(pickle.dumps({"weight": torch.ones(2, 2), "size": torch.Size([2]), "dtype": torch.float64}))
print(state)
layer = copy.deepcopy(torch.nn.Linear(2, 1, bias=False))
restored = pickle.loads(pickle.dumps(layer))
print(type(restored).__name__, torch.equal(restored.weight, layer.weight))
