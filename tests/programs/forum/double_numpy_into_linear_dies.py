import numpy as np
import torch

X = torch.from_numpy(np.ones((4, 3)))
model = torch.nn.Linear(3, 1)
out = model(X)
