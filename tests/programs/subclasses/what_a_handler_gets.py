# The name of each function that asks a subclass, and its arguments as PyTorch hands them on.
import torch
import torch.nn.functional as F


class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, [type(a).__name__ for a in args], kwargs)
        return super().__torch_function__(func, types, args, kwargs or {})


t = torch.ones(2, 2).as_subclass(Logged)
t + 1
1 - t
2 / t
t // 2
t % 2
t == 1
t < 2
-t
~(t > 0)
t @ t
t[0]
t[0] = 1
t.sum()
t.sum(dim=0)
t.split(1)
t.unique()
torch.sum(t, dim=0)
torch.split(t, 1)
torch.einsum("ij->i", t)
F.relu(t)
F.softmax(t, 0)
F.dropout(t, 0.5)
F.mse_loss(t, t)
F.linear(t, torch.ones(2, 2))
F.gelu(t)
F.layer_norm(t, (2,))
torch.linalg.norm(t)
torch.special.expit(t)
