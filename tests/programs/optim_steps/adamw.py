import torch

for options in (
    dict(lr=0.1),
    dict(lr=0.1, weight_decay=0.5, amsgrad=True),
):
    w = torch.nn.Parameter(torch.tensor([1.0, -2.0, 0.5]))
    b = torch.nn.Parameter(torch.tensor(3.0))
    opt = torch.optim.AdamW([w, b], **options)
    print(opt)
    for step in range(20):
        opt.zero_grad()
        loss = (w * torch.tensor([1.0, 2.0, 3.0]) + b).pow(2).sum() + w.prod()
        loss.backward()
        opt.step()
        if step % 4 == 3:
            print(step, [f'{x:.6f}' for x in w.tolist()], f'{b.item():.6f}', f'{loss.item():.4f}')
    print({name: value for name, value in opt.state[b].items() if name != 'momentum_buffer'}, w._version)
