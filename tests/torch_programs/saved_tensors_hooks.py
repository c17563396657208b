import torch

packed = []


def pack(t):
    packed.append(t.shape)
    return t.half()


x = torch.linspace(-1, 1, 5).requires_grad_()
with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t.float()):
    y = x.exp() * x.sin()
with torch.autograd.graph.save_on_cpu():
    z = y.tanh()
z.sum().backward()
print(packed, x.grad)
