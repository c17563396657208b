import torch

try: torch.tensor([1, 2, 3], requires_grad=True)
except RuntimeError as e: print(e)      # Only Tensors of floating point and complex dtype can require gradients
x = torch.tensor([1.2, 2.7], requires_grad=True)
print(x.argmax().requires_grad)         # False
x.round().sum().backward(); print(x.grad)   # tensor([0., 0.])   legal and useless
try: torch.tensor([1., 2.]).sum().backward()
except RuntimeError as e: print(e)      # element 0 of tensors does not require grad and does not have a grad_fn
w = torch.tensor(1., requires_grad=True)
loss = torch.tensor((w * 2).item(), requires_grad=True)   # a new leaf: history gone, no error
loss.backward(); print(w.grad)          # None
