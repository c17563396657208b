import torch

w = torch.tensor(1.0, requires_grad=True)
h = w * 2
h.register_hook(lambda g: print('h receives', g))
a = h * 3
b = h * 4
a.register_hook(lambda g: print('a receives', g))
b.register_hook(lambda g: print('b receives', g))
(a + b).backward()
print(w.grad)
