import torch
model = torch.nn.Linear(3, 1)
loss = model(x).pow(2).mean()
loss.backward()
# -> NameError error 3 undefined_value
