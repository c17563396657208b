import torch

w = torch.tensor(0.0, requires_grad=True)
for i in range(5):
    loss = (w - 4) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
print(w)
# -> w wrong 6 accumulates
