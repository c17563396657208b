import torch

for name, options in {'AdamW': dict(lr=0.1), 'RMSprop': dict(lr=0.01), 'Adagrad': dict(lr=0.5),
                      'Adadelta': dict(lr=1.0)}.items():
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    opt = getattr(torch.optim, name)([w], **options)
    for _ in range(3):
        opt.zero_grad()
        (w ** 2).sum().backward()
        opt.step()
    print(f'{name:9}', w.data)
