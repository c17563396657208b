import torch

x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)


def hook(g):
    with torch.enable_grad():
        (y * g.detach()).backward()
    print('inner done', y.grad)


h = x * 5
h.register_hook(hook)
h.backward()
print(x.grad, y.grad)
