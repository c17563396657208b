import torch
W = torch.randn(3, 3, requires_grad=True)
state = torch.zeros(4, 3)
outs = []
for t in range(4):
    state[t] = torch.tanh(W @ state[t - 1] + 1)
loss = state.sum()
loss.backward()
# -> state error 6 saved_changed
