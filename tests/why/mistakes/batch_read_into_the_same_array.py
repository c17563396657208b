import numpy
import torch

batch = numpy.zeros(2, dtype=numpy.float32)
w = torch.ones(2, requires_grad=True)
losses = []
for i in range(3):
    batch[:] = i + 1
    x = torch.from_numpy(batch)
    losses.append((w * x).sum())
torch.stack(losses).sum().backward()
print(w.grad)
# -> w wrong 8 saved_changed_unseen
