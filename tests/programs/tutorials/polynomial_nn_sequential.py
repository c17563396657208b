import math
import torch

x = torch.linspace(-math.pi, math.pi, 30)
y = torch.sin(x)
p = torch.tensor([1, 2, 3])
xx = x.unsqueeze(-1).pow(p)
print(xx.shape)
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(3, 1), torch.nn.Flatten(0, 1))
loss_fn = torch.nn.MSELoss(reduction='sum')
for t in range(3):
    y_pred = model(xx)
    loss = loss_fn(y_pred, y)
    print(t, f'{loss.item():.2f}')
    model.zero_grad()
    loss.backward()
    with torch.no_grad():
        for param in model.parameters():
            param -= 1e-6 * param.grad
linear_layer = model[0]
print(f'y = {linear_layer.bias.item():.3f} + {linear_layer.weight[:, 0].item():.3f} x')
print(model)
