import torch

m = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
print(m.mm(m.t()).grad_fn._saved_self, m.mm(m).grad_fn._saved_mat2.shape)
print(m.t().grad_fn.name(), m[0].grad_fn._saved_dim, m[0].grad_fn._saved_index, m[:, 1:].grad_fn.name())
print(m[1:].grad_fn._saved_start, m[1:].grad_fn._saved_end, m[1:].grad_fn._saved_step, m[1:].grad_fn._saved_dim)
print(m.transpose(0, 1).grad_fn._saved_dim0, m.transpose(0, 1).grad_fn._saved_dim1)
print(m.max(dim=1).values.grad_fn._saved_indices, m.clamp(0, 2).grad_fn._saved_min, m.clamp(0, 2).grad_fn._saved_max)
print(m.mean().grad_fn._saved_self_sym_numel, m.view(4).grad_fn._saved_self_sym_sizes)
try:
    m.exp().grad_fn._saved_self
except AttributeError as e:
    print(e)
for bias in (True, False):
    print(torch.nn.Conv2d(1, 1, 3, bias=bias)(torch.ones(1, 1, 3, 3)).grad_fn._saved_bias_sym_sizes_opt)
