"""A post hook that an unpack hook registers on the running node runs in this pass."""

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
nodes = []


def unpack(value):
    print("unpack")
    nodes[0].register_hook(lambda grad_inputs, grad_outputs: print("post hook", grad_inputs, grad_outputs))
    return value


with torch.autograd.graph.saved_tensors_hooks(lambda value: value, unpack):
    y = x.exp()
nodes.append(y.grad_fn)
y.sum().backward(retain_graph=True)
print(x.grad)
y.sum().backward()
print(x.grad)
