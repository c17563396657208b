import torch

q = torch.tensor([1.0, 2.0], requires_grad=True)
reward = torch.tensor([0.5, -0.5])
target = reward + 0.9 * q.flip(0).detach()
loss = ((q - target) ** 2).mean()
loss.backward()
print(target, q.grad)
q.grad = None
target = reward + 0.9 * q.flip(0)
((q - target) ** 2).mean().backward()
print(q.grad)
