import torch

w = torch.tensor(1.0, requires_grad=True)
for step in range(3):
    loss = (w * 2 - 6) ** 2
    loss.backward()
    with torch.no_grad():
        w = w - 0.1 * w.grad
print(w)
# -> loss error 8 rebound
