import torch

x = torch.tensor([1.0, 2.0, 3.0])
w = torch.tensor(0.0, requires_grad=True)
for i in range(5):
    loss = ((w * x - 2 * x) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
    print(i, loss.item())
print(w)
