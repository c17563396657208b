import torch
a = torch.tensor(5.0, requires_grad=True)
vals = torch.stack([a, torch.tensor(1.0), torch.tensor(2.0)])
m = vals.median()
m.backward()
print(a.grad)
# -> a zero 4 not_selected
