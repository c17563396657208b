import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    with torch.autograd.graph.disable_saved_tensors_hooks('not here, please'):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
            y = x * x
except RuntimeError as e:
    print(e)
