import torch

packed = []


def pack(t):
    packed.append(tuple(t.shape))
    return t.detach().numpy().copy()


def unpack(a):
    return torch.from_numpy(a)


x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    y = (x @ x).exp().sum()
print(packed)
y.backward()
print(x.grad)
