import torch

x = torch.zeros(2, device='cpu')
print(x.device, x.device.type, x.is_cuda, x.layout, torch.device('cpu'))
print(torch.cuda.is_available())
device = 'cuda' if torch.cuda.is_available() else 'cpu'
print(device, x.to(device) is x, x.cpu() is x)
