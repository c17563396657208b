import torch

a = torch.tensor(2., requires_grad=True); b = torch.tensor(5., requires_grad=True); y = a ** 2
print(torch.autograd.grad(y, a, retain_graph=True), a.grad)    # (tensor(4.),) None   returns, never touches .grad
try: torch.autograd.grad(y, b, retain_graph=True)
except RuntimeError as e: print(e)      # ...appears to not have been used in the graph. Set allow_unused=True ...
print(torch.autograd.grad(y, b, allow_unused=True))            # (None,)
