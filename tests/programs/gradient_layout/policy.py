import torch


def strides(w, *gradients):
    for gradient in gradients:
        w.backward(gradient)
        print(w.grad.stride(), end=" ")
    w.grad = None
    print()


w = torch.zeros(4, 2, 3).permute(1, 2, 0).requires_grad_()
print(w.stride())
strides(w, torch.ones(2, 3, 4), torch.ones(2, 3, 4))
with torch.autograd.enforce_grad_layout_policy(False):
    (w * 2).backward(torch.ones(2, 3, 4))
    print(w.grad.stride())
    w.grad = None
    held = torch.ones(2, 3, 4)
    w.backward(held)
    print(w.grad.stride(), w.grad.data_ptr() == held.data_ptr())
    w.grad = None
(w * 2).backward(torch.ones(2, 3, 4))
print(w.grad.stride())


@torch.autograd.enforce_grad_layout_policy(enable=False)
def taken(p):
    (p * 1.0).backward(torch.ones(p.shape))
    return p.grad.stride()


p = torch.nn.Parameter(torch.zeros(2, 3, 4, 4).to(memory_format=torch.channels_last))
print(taken(p))
p.grad = None
(p * 1.0).backward(torch.ones(p.shape))
print(p.grad.stride(), p.stride())
