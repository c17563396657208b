# A handle takes its hook off everywhere, also where it is noted that the hook wants keywords.
import torch
from torch import nn

layer = nn.Linear(2, 2)
handle = layer.register_forward_hook(
    lambda module, args, kwargs, out: print("after", list(kwargs)), with_kwargs=True
)
print(handle.id in layer._forward_hooks_with_kwargs)
layer(input=torch.ones(1, 2))
handle.remove()
handle.remove()
print(len(layer._forward_hooks), len(layer._forward_hooks_with_kwargs))
print(handle.hooks_dict_ref() is layer._forward_hooks, torch.utils.hooks.RemovableHandle.next_id)
