import torch

log = []
pack = lambda t: (log.append(('pack', t.shape)), t)[1]
unpack = lambda t: (log.append(('unpack', t.shape)), t)[1]
x = torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    a = x * x
    b = a.sin()
    c = b.sum()
print(log)
log.clear()
c.backward()
print(log)
