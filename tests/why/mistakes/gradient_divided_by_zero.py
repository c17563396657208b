import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w * w).sum().backward()
w.grad.div_(0.0)
loss = (w * w.grad).sum()
loss.backward()
print(w.grad)
# -> w inf 5 data_not_finite
