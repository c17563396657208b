import torch


class SelfDeletingLikeFile:
    def __init__(self, name):
        self.name = name


storage = {}


def save(tensor):
    name = f'tensor_{len(storage)}'
    storage[name] = tensor.clone()
    return SelfDeletingLikeFile(name)


def load(handle):
    print('loading', handle.name)
    return storage[handle.name]


x = torch.tensor([2.0, 3.0], requires_grad=True)
y = x.pow(3)
y.grad_fn._raw_saved_self.register_hooks(save, load)
y.sum().backward()
print(x.grad)
