import torch

x = torch.tensor([-1.5, 2.0], requires_grad=True)
optimizer = torch.optim.LBFGS([x], max_iter=4, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(2):
    optimizer.step(closure)
print(x)
