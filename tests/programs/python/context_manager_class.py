import torch


class Frozen:
    def __init__(self, *tensors):
        self.tensors = tensors

    def __enter__(self):
        for t in self.tensors:
            t.requires_grad_(False)

    def __exit__(self, *exc):
        for t in self.tensors:
            t.requires_grad_(True)


a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
with Frozen(a):
    y = a * b
print(a.requires_grad)
y.backward()
print(a.grad, b.grad)
