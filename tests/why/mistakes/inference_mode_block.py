import torch

w = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
with torch.inference_mode():
    s = w * 3
y = s.clone() + b
y.backward()
print("w", w.grad, "b", b.grad)
# -> w none 5 inference_mode
