# Attention in one operator, and in the many that it stands for.
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

torch.manual_seed(0)
q, k, v = (torch.randn(1, 2, 3, 4, requires_grad=True) for _ in range(3))


def names(fn):
    found = []
    while fn is not None:
        found.append(fn.name())
        fn = fn.next_functions[0][0] if fn.next_functions else None
    return found


for backend in (SDPBackend.FLASH_ATTENTION, SDPBackend.MATH, [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]):
    with sdpa_kernel(backend):
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    print(backend, names(out.grad_fn))
    print(torch.autograd.grad(out.sum(), q)[0])

with sdpa_kernel(SDPBackend.MATH):
    out = F.scaled_dot_product_attention(q, k, v)
    (g,) = torch.autograd.grad(out.sum(), q, create_graph=True)
    g.pow(2).sum().backward()
    print(k.grad)


@sdpa_kernel(SDPBackend.MATH)
def attend():
    return F.scaled_dot_product_attention(q, k, v)


print(attend().grad_fn.name(), F.scaled_dot_product_attention(q, k, v).grad_fn.name())

for wrong in (SDPBackend.EFFICIENT_ATTENTION, [], "math"):
    try:
        with sdpa_kernel(wrong):
            F.scaled_dot_product_attention(q, k, v)
    except (RuntimeError, AssertionError) as error:
        print(type(error).__name__, error)

with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
    for arguments in ((q[0], k[0], v[0]), (q, k, v, None, 0.5)):
        try:
            F.scaled_dot_product_attention(*arguments)
        except RuntimeError as error:
            print(error)

with sdpa_kernel([SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION]):
    print(F.scaled_dot_product_attention(q, k, v).grad_fn.name())
print(repr(SDPBackend.MATH), SDPBackend.MATH == SDPBackend(0), SDPBackend.MATH.name, int(SDPBackend.FLASH_ATTENTION))
