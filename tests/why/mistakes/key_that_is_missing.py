import torch
params = {"w": torch.ones(2, requires_grad=True)}
loss = (params["w"] * params["b"]).sum()
loss.backward()
# -> KeyError error 3 exception
