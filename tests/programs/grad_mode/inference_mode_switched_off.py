import torch


def show():
    x = torch.ones(1, requires_grad=True)
    print(torch.is_inference_mode_enabled(), torch.is_grad_enabled(), x.is_inference(), (x * 2).requires_grad)


with torch.inference_mode():
    show()
    with torch.inference_mode(False):
        show()
        with torch.no_grad():
            show()
        with torch.inference_mode():
            show()
        show()
    with torch.enable_grad():
        show()
    show()
    torch.set_grad_enabled(True)
    show()
show()
with torch.no_grad():
    with torch.inference_mode(mode=False):
        show()
    show()


@torch.inference_mode(False)
def recorded(x):
    return x * 2


w = torch.ones(1, requires_grad=True)
with torch.inference_mode():
    y = recorded(w)
    print(y.requires_grad, y.is_inference())
y.backward()
print(w.grad)
