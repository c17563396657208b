import torch

for options in (dict(lr=1.0, max_iter=4), dict(max_iter=8, line_search_fn='strong_wolfe'), dict(lr=0.5, max_iter=5, history_size=2)):
    x = torch.tensor([-1.2, 1.0], requires_grad=True)
    opt = torch.optim.LBFGS([x], **options)
    print(opt)

    def closure():
        opt.zero_grad()
        loss = (1 - x[0]) ** 2 + 5 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        return loss

    for _ in range(3):
        loss = opt.step(closure)
        print(f'{loss.item():.4f}', x.detach())
    print(opt.state[x]['func_evals'], opt.state[x]['n_iter'])
try:
    torch.optim.LBFGS([{'params': [x]}, {'params': [torch.zeros(1)]}])
except ValueError as e:
    print(e)
