import torch
w = torch.tensor(2.0, requires_grad=True)
y = torch.maximum(w, torch.tensor(5.0))
y.backward()
print(w.grad)
# -> w zero 3 not_selected
