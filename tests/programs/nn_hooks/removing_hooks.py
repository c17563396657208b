# A handle takes its hook off everywhere, also where it is noted that the hook wants keywords or always runs.
import copy
import weakref

import torch
from torch import nn

layer = nn.Linear(2, 2)
handle = layer.register_forward_hook(
    lambda module, args, kwargs, out: print("after", list(kwargs)), with_kwargs=True, always_call=True
)
print(handle.id in layer._forward_hooks_with_kwargs, handle.id in layer._forward_hooks_always_called)
layer(input=torch.ones(1, 2))
handle.remove()
handle.remove()
print(len(layer._forward_hooks), len(layer._forward_hooks_with_kwargs), len(layer._forward_hooks_always_called))
print(handle.hooks_dict_ref() is layer._forward_hooks, torch.utils.hooks.RemovableHandle.next_id)


def before_load(module, state_dict, prefix, *rest):
    print("loading", type(module).__name__, repr(prefix), len(rest))


layer.register_load_state_dict_pre_hook(before_load)
hook = next(iter(layer._load_state_dict_pre_hooks.values()))
print(type(hook).__name__, hook.__name__)
twin = copy.deepcopy(layer)
twin.load_state_dict(layer.state_dict())
alive = weakref.ref(layer)
del layer
print(alive())
