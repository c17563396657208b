import torch

params = {'b': torch.tensor(1.0, requires_grad=True), 'a': torch.tensor(2.0, requires_grad=True)}
loss = params['a'] * 3 + params['b'] ** 2
grads = torch.autograd.grad(loss, list(params.values()))
for i, ((name, p), g) in enumerate(sorted(zip(params.items(), grads), key=lambda t: t[0][0])):
    print(i, name, p.item(), g.item())
