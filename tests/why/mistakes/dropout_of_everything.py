import torch
w = torch.tensor([[1.0, 2.0]], requires_grad=True)
out = torch.nn.functional.dropout(w * 3, p=1.0)
out.sum().backward()
print(w.grad)
# -> w zero 3 zero_factor
