import torch
p = torch.nn.Parameter(torch.tensor(1.5)); print(f"{p}", p.item())
try: print(f"{p:.2f}")
except TypeError as e: print(e)
