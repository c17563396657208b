import numpy, torch
numpy.add = numpy.multiply = torch.ones = None
torch.Tensor.__mul__ = torch.Tensor.backward = lambda *a: 1 / 0
