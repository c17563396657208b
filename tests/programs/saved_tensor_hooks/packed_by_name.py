import torch


def pack(tensor):
    print("pack", tuple(tensor.shape))
    return tensor


def unpack(tensor):
    print("unpack", tuple(tensor.shape))
    return tensor


a = torch.full((2, 1), 1.5, requires_grad=True)
b = torch.full((1, 3), 2.0, requires_grad=True)
c = torch.full((2, 3), 0.5, requires_grad=True)

with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    for function in (torch.atan2, torch.hypot, torch.pow):
        print(function.__name__)
        function(a, b).sum().backward()
    for function in (torch.addcmul, torch.addcdiv, torch.lerp):
        print(function.__name__)
        function(a, b, c).sum().backward()
