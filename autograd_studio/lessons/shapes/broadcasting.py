import torch

X = torch.ones(4, 3); b = torch.zeros(3, requires_grad=True); s = torch.tensor(2., requires_grad=True)
out = s * X + b                         # b: (3,)->(4,3)   s: ()->(4,3)
out.sum().backward()
print(b.grad, s.grad)                   # tensor([4., 4., 4.]) tensor(12.)
