import torch

p = torch.tensor([0.0, 0.5, 0.5], requires_grad=True)
entropy = -(p * torch.log(p)).sum()
entropy.backward()
print(entropy, p.grad)
# -> p nan 4 log_zero
