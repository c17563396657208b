import numpy as np
import torch
rate = torch.tensor(0.5, requires_grad=True)
decay = np.exp(-rate.item())
loss = torch.ones(3).sum() * decay
loss.backward()
# -> loss error 4 item
