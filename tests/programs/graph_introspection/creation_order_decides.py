import torch

x = torch.tensor(1.0, requires_grad=True)
for first in ('p', 'q'):
    if first == 'p':
        p = x * 2
        q = x * 3
    else:
        q = x * 3
        p = x * 2
    p.register_hook(lambda g: print('p', end=' '))
    q.register_hook(lambda g: print('q', end=' '))
    (p + q).backward()
    print('created first:', first)
