import torch

leaves = [torch.tensor(float(i), requires_grad=True) for i in range(8)]
for i, leaf in enumerate(leaves):
    leaf.register_hook(lambda g, i=i: print(i, end=' '))
torch.stack(leaves).sum().backward()
print()
torch.cat([leaf.view(1) for leaf in leaves]).sum().backward()
print()
sum(leaves).backward()
print()
