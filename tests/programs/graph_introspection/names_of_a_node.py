import torch

x = torch.ones(2, requires_grad=True)
for y in (x * 2, x.sum(), x.exp(), (x * x).view(2, 1), x[0], torch.cat([x, x]), x.log_softmax(0)):
    print(y.grad_fn.name(), dir(y.grad_fn))
print(dir((x * 2).grad_fn.next_functions[0][0]))
