import torch

w = torch.randn(3, requires_grad=True).double()   # .double()/.to()/.cuda()/*0.01 are recorded ops
w.sum().backward()
print(w.is_leaf, w.grad_fn.name(), w.grad)        # False ToCopyBackward0 None  (+ UserWarning)
