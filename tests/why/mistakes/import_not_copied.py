import torch
x = torch.ones(2, requires_grad=True)
loss = F.relu(x).sum()
loss.backward()
# -> x error 3 missing_import
