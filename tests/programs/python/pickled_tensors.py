import pickle

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.arange(3)
for protocol in range(3):
    print(pickle.loads(pickle.dumps([x, y], protocol=protocol)))
