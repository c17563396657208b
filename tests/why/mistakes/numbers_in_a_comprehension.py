import torch
ws = [torch.tensor(float(i), requires_grad=True) for i in range(3)]
scaled = [w.item() * 2 for w in ws]
out = torch.tensor(scaled).sum()
out.backward()
# -> out error 3 item
