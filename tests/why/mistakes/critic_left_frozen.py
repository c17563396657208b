import torch
from torch import nn

torch.manual_seed(0)
maker, critic = nn.Linear(2, 2, bias=False), nn.Linear(2, 1, bias=False)
of_maker = torch.optim.Adam(maker.parameters())
of_critic = torch.optim.Adam(critic.parameters())


def train(net, flag):
    for p in net.parameters():
        p.requires_grad = flag


bias = nn.Parameter(torch.zeros(1))
for _ in range(2):
    made = maker(torch.randn(4, 2))
    train(critic, False)
    of_maker.zero_grad()
    (-critic(made).mean()).backward()
    of_maker.step()
    of_critic.zero_grad()
    (critic(made.detach()) - critic(torch.randn(4, 2)) * bias.exp()).mean().backward()
    of_critic.step()
# -> critic.weight none 12 frozen
