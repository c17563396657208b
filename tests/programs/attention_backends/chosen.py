import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

torch.manual_seed(0)
q, k, v = (torch.randn(1, 2, 3, 4, requires_grad=True) for _ in range(3))


def attend(**named):
    try:
        out = F.scaled_dot_product_attention(q, k, v, **named)
        print(out.grad_fn.name(), out.sum())
        return out
    except RuntimeError as error:
        print(error)


print(SDPBackend.MATH, repr(SDPBackend.FLASH_ATTENTION), int(SDPBackend.CUDNN_ATTENTION), SDPBackend.MATH.name)
attend()
with sdpa_kernel(SDPBackend.MATH):
    attend(is_causal=True).sum().backward()
    print(v.grad)
with sdpa_kernel([SDPBackend.FLASH_ATTENTION]):
    attend(is_causal=True)
    attend(dropout_p=0.5)
    attend(attn_mask=torch.zeros(3, 3, requires_grad=True))
with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
    attend()
with sdpa_kernel([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION], set_priority=True):
    attend()


@sdpa_kernel(SDPBackend.MATH)
def by_products():
    return attend()


by_products()
