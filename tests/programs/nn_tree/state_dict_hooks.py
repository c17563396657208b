import torch
from torch import nn


class Counter(nn.Linear):
    def get_extra_state(self):
        return {'calls': 3}

    def set_extra_state(self, state):
        print('extra', state)


m = Counter(1, 1)
print(m.state_dict().keys())
m.load_state_dict(m.state_dict())
m.register_state_dict_pre_hook(lambda module, prefix, keep: print('pre', type(module).__name__, repr(prefix), keep))
m.register_state_dict_post_hook(lambda module, state, prefix, meta: print('post', list(state), meta))
m.register_load_state_dict_pre_hook(lambda module, state, prefix, *rest: print('load pre', list(state), repr(prefix)))
m.register_load_state_dict_post_hook(lambda module, keys: print('load post', keys))
state = m.state_dict()
m.load_state_dict(state)
print(dict(m.state_dict(prefix='p.')._metadata))
