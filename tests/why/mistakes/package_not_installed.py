import torch
import fancy_datasets
x = fancy_datasets.load().requires_grad_()
x.sum().backward()
# -> ModuleNotFoundError error 2 missing_module
