import torch
x = torch.tensor([1., 2, 1])
print(torch.histogram(x, bins=4, range=(0., 3.), weight=torch.tensor([1., 2., 4.])))
print(torch.histogram(x, bins=4, range=(0., 3.), weight=torch.tensor([1., 2., 4.]), density=True))
h, e = torch.histogram(torch.arange(10.), torch.tensor([0., 2., 5., 9.])); print(h, e)
print(torch.arange(6.).histogram(3))
print(torch.histogramdd(torch.tensor([[0., 1.], [1., 0.], [2., 0.], [2., 2.]]), bins=[3, 3], weight=torch.tensor([1., 2., 4., 8.])))
print(torch.histogramdd(torch.tensor([[0., 0.], [1., 1.], [2., 2.]]), bins=[2, 2], range=[0., 1., 0., 1.], density=True))
for bad in (lambda: torch.histogram(torch.arange(3), 2), lambda: torch.histogram(x, 0), lambda: torch.histogram(x, 2, range=(3., 1.))):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
