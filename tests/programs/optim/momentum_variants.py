import torch

for options in (dict(momentum=0.9), dict(momentum=0.9, nesterov=True), dict(momentum=0.9, dampening=0.5),
                dict(weight_decay=0.1), dict(maximize=True)):
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.1, **options)
    for _ in range(3):
        opt.zero_grad()
        (w ** 2).sum().backward()
        opt.step()
    print(options, w.data)
