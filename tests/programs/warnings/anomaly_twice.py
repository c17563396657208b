import torch

x = torch.tensor([0.0], requires_grad=True)
for _ in range(2):
    with torch.autograd.detect_anomaly():
        y = x.sqrt() * 0
        try:
            y.backward()
        except RuntimeError as e:
            print(e)
