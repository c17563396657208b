import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
p = x * w
print(p.grad_fn._saved_self, p.grad_fn._saved_other)
q = x * 2
print(q.grad_fn._saved_self, q.grad_fn._saved_other)
c = x * torch.tensor([5.0, 6.0])
print(c.grad_fn._saved_self, c.grad_fn._saved_other)
e = x.pow(3)
print(e.grad_fn._saved_exponent, e.grad_fn._saved_self)
s = x.sum(dim=0, keepdim=True)
print(s.grad_fn._saved_dim, s.grad_fn._saved_keepdim, s.grad_fn._saved_self_sym_sizes)
a = x.add(w, alpha=3)
print(a.grad_fn._saved_alpha)
print(x.softmax(0).grad_fn._saved_dim, x.softmax(0).grad_fn._saved_result)
