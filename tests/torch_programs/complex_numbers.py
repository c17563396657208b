import torch

z = torch.tensor([1 + 2j, -0.5j], requires_grad=True)
signal = torch.randn(8, generator=torch.Generator().manual_seed(0)).requires_grad_()
spectrum = torch.fft.rfft(signal)
loss = (z * z.conj()).real.sum() + spectrum.abs().square().mean() + torch.view_as_real(z).sum()
loss.backward()
print(z.grad, signal.grad)
