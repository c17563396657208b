import torch

hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: (print('pack'), t)[1], lambda t: t)


def unpack(tensor):
    hooks.__enter__()
    return tensor


x = torch.ones(1, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, unpack):
    x.sin().backward()
x.sin()
print('no hooks left')
