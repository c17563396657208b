import torch

x = torch.ones(2, requires_grad=True)
try:
    (x * 2).backward()
except RuntimeError as e:
    print('caught:', e)
else:
    print('no error')
finally:
    print('finally', x.grad)
