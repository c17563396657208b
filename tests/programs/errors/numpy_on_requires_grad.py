import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    x.numpy()
except RuntimeError as e:
    print(e)
print(x.detach().numpy(), (x * 2).detach().numpy(), x.data.numpy(), x.numpy(force=True))
