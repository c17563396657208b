import torch

torch.autograd.set_detect_anomaly(True)
x = torch.tensor(-1.0, requires_grad=True)
y = torch.log(x) * 2
z = torch.sqrt(y)
z.backward()
