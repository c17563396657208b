import numpy as np
import torch
x = torch.from_numpy(np.ones((4, 3)))
layer = torch.nn.Linear(3, 1)
loss = layer(x).mean()
loss.backward()
# -> x error 5 dtypes
