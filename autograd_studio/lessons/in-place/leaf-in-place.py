import torch

w = torch.tensor([1., 2.], requires_grad=True)
try: w -= 0.1
except RuntimeError as e: print(e)      # a leaf Variable that requires grad is being used in an in-place operation.
with torch.no_grad(): w -= 0.1          # what optimizer.step() does
print(w, w.is_leaf, w._version)         # tensor([0.9000, 1.9000], requires_grad=True) True 1
try: w[0] = 5.
except RuntimeError as e: print(e)      # a view of a leaf Variable that requires grad is being used in an in-place operation.
