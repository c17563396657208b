import torch

x = torch.tensor(1.0, requires_grad=True)
handles = [x.register_hook(lambda g, k=k: print('hook', k)) for k in range(3)]
handles[1].remove()
(x * 2).backward()
handles[0].remove()
handles[2].remove()
(x * 2).backward()
print(x.grad)
