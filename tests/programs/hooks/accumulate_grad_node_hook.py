import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * 2
acc = y.grad_fn.next_functions[0][0]
print(acc.name(), acc.variable is x)
acc.register_hook(lambda gi, go: print('after', gi, go, x.grad))
acc.register_prehook(lambda go: print('before', go, x.grad))
y.backward()
print(x.grad)
