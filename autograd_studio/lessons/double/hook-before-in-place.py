import torch

x = torch.tensor([1.], requires_grad=True)
a = x.clone(); a.register_hook(lambda g: print('hook sees', g))
a.mul_(2)                               # the hook stays on the OLD grad_fn (CloneBackward0)
(a + 1).sum().backward()                # hook sees tensor([2.])
