import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
avg = w.detach().clone()
for step in range(3):
    (w ** 2).sum().backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
        avg.mul_(0.9).add_(w, alpha=0.1)
print(w, avg, avg.requires_grad)
