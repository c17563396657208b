import torch
class T(torch.Tensor):
    shape = property(lambda self: (10 ** 12,))
    def __repr__(self):
        while True:
            pass
x = torch.ones(2, requires_grad=True).as_subclass(T) if hasattr(torch.Tensor, "as_subclass") else T()
print(x)
