import torch


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


leaf = torch.ones(3, requires_grad=True)
bits = torch.tensor([1, 2, 3])


def run(statement):
    names = {"torch": torch, "leaf": leaf, "bits": bits.clone(), "flags": bits > 1, "x": torch.ones(3)}
    try:
        exec(statement, names)
        print("fine")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


run("leaf &= 1")
run("leaf.bitwise_or_(leaf)")
run("leaf.logical_not_")
run("bits |= 0.5")
run("flags &= bits")
run("bits <<= torch.ones(4)")
run("bits += 0.5")
run("bits %= 1.5")
run("x &= torch.ones(4)")
run("x[0:2] += torch.ones(3)")
run("x @ torch.ones(4)")
run("1 @ x")
run("x ^ torch.ones(4)")
