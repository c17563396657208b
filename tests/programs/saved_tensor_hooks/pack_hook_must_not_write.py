import torch


def increment(tensor):
    tensor += 1
    return tensor


a = torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(increment, lambda packed: packed):
    try:
        torch.exp(a)
    except RuntimeError as e:
        print(e)
y = torch.sin(a)
try:
    y.grad_fn._raw_saved_self.register_hooks(increment, lambda packed: packed)
except RuntimeError as e:
    print(e)
