import torch

a = torch.tensor([1.25], requires_grad=True)
c = torch.tensor([1.5, -1.25], requires_grad=True)
for leaf, name in ((a, "a"), (c, "c")):
    leaf.register_post_accumulate_grad_hook(lambda leaf, name=name: print(name, leaf.grad))

torch.addcmul(c, a, c).sum().backward()
torch.cat([c, a, c]).sum().backward()
torch.stack([a, a * 2]).sum().backward()
