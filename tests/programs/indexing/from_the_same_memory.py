# What is written at places named by a tensor must not come from the memory that is written to.
import torch

numbers = torch.arange(6.0)


def tried(write):
    x = numbers.clone()
    try:
        write(x)
        print(x)
    except RuntimeError as error:
        print(error)


def several(x):
    x[torch.tensor([0, 1])] = x[2:4]


def one(x):
    x[torch.tensor([0, 1])] = x[2]


def masked(x):
    x[x > 3] = x[2:4]


def masked_one(x):
    x[x > 3] = x[2]


def copied(x):
    x[torch.tensor([0, 1])] = x[2:4].clone()


def gathered(x):
    x[[0, 1]] = x[[1, 0]]


def other_row(x):
    x.view(2, 3)[0, torch.tensor([0, 1])] = x.view(2, 3)[1, :2]


def same_row(x):
    x.view(2, 3)[0, torch.tensor([0, 1])] = x.view(2, 3)[0, 1:]


def sliced(x):
    x[:2] = x[2:4]


for write in (several, one, masked, masked_one, copied, gathered, other_row, same_row, sliced):
    tried(write)
places = torch.arange(3)
try:
    places[places] = 1
except RuntimeError as error:
    print(error)
