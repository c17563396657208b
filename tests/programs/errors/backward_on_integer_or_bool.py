import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for y in (x.argmax(), (x > 1).sum(), x.long().sum(), x.detach().sum()):
    try:
        y.backward()
    except RuntimeError as e:
        print(e)
