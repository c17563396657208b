import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
try:
    with torch.autograd.detect_anomaly():
        y = (x.sqrt() * 0).sum()
        y.backward()
except RuntimeError as e:
    print(e)
