"""Which zero is left: a sum begins with 0 and is never -0, and what equals a limit stays as it is."""
import torch
import torch.nn.functional as F

x = torch.tensor([-2.0, 0.0, 3.0])
for limited in (torch.relu, F.relu6, lambda t: t.clamp(min=0), lambda t: t.clamp(-1, 0), lambda t: F.hardtanh(t, 0.0, 1.0)):
    print(limited(-x), limited(x), limited(-x).signbit())
print(-F.relu(-x), (-torch.zeros(3)).relu_())
zeros = -torch.zeros(4, 3)
print(zeros.sum(0), zeros.sum(1), zeros.sum(), zeros.mean(0), zeros[:1].sum(0), zeros.double().sum(1))
b = torch.zeros(3, requires_grad=True)
((torch.ones(4, 3) + b) * -0.0).sum().backward()
print(b.grad)
w = torch.zeros(3, requires_grad=True)
(w * zeros).sum().backward()
print(w.grad, torch.nn.functional.l1_loss(zeros, zeros))
