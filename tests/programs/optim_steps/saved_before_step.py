import torch

w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
for make in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad, torch.optim.Adadelta):
    opt = make([w], lr=0.01)
    loss = (w * w).sum()
    loss.backward(retain_graph=True)
    before = w._version
    opt.step()
    try:
        loss.backward()
    except RuntimeError as e:
        print(make.__name__, w._version - before, str(e)[:75])
