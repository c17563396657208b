import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    y = x.exp()
    y += 1
    try:
        y.sum().backward()
    except RuntimeError as e:
        print(str(e)[:220])
        print(str(e).split('Hint: ')[-1])
