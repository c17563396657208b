import torch
import torch.nn as nn


def tried(what):
    try:
        print(what())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.ones(2)
for place in (None, 0, -1, "cpu", "cuda:1", torch.device("cuda")):
    tried(lambda: x.cuda(place))
tried(lambda: x.cuda(1.5))
tried(lambda: x.type(torch.cuda.FloatTensor))
tried(lambda: x.type("torch.cuda.DoubleTensor"))
tried(lambda: x.type(torch.Tensor))
tried(lambda: x.type("FloatTensor"))
tried(lambda: torch.device(type="cuda", index=1))

# A module without tensors has nothing to move.
for module in (nn.ReLU(), nn.CrossEntropyLoss(), nn.Linear(1, 1, bias=False), nn.BatchNorm1d(1)):
    tried(lambda: module.to("cuda"))
    tried(lambda: module.cuda())
    tried(lambda: module.to(torch.int32))
tried(lambda: nn.ReLU().to(copy=True))
tried(lambda: nn.Linear(1, 1).cuda(0))

tried(lambda: torch.cuda.get_device_capability())
tried(lambda: torch.set_default_tensor_type(torch.cuda.FloatTensor))
tried(lambda: torch.set_default_tensor_type(torch.LongTensor))
