import torch

for cls, options in ((torch.optim.SGD, dict(lr=0.1)), (torch.optim.Adam, dict(lr=0.1))):
    p = torch.tensor([1.0, 1e-3], requires_grad=True)
    opt = cls([p], **options)
    for _ in range(5):
        loss = p[0] ** 2 - p[1] ** 2
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(cls.__name__, p.detach().numpy().round(4), f'{loss.item():.4f}')
