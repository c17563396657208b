import torch

torch.manual_seed(2)
net = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
data = torch.randn(11, 3)
optimizer.zero_grad()
for batch in data.split(4):
    loss = torch.nn.functional.mse_loss(net(batch), torch.zeros(len(batch), 1))
    (loss * (1 / 3)).backward()
optimizer.step()
# -> net.weight wrong 10 unequal_means
# -> net.bias wrong 10 unequal_means
