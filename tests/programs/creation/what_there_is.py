import torch
import torch.backends.cudnn as cudnn

cudnn.benchmark = False
cudnn.deterministic = True
print(torch.backends.cudnn.deterministic, cudnn.enabled, cudnn.is_available(), cudnn.version())
torch.backends.cuda.matmul.allow_tf32 = True
print(torch.backends.cuda.matmul.allow_tf32, torch.backends.cuda.is_built(), torch.backends.mps.is_available())
device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
print(f"Using {device} device", torch.accelerator.device_count(), torch.accelerator.current_accelerator())
try:
    torch.accelerator.synchronize()
except RuntimeError as error:
    print(error)
print(torch.cuda.memory_allocated(), torch.cuda.is_bf16_supported(), torch.version.cuda)
