import torch

for call in (
    lambda: torch.autograd.set_detect_anomaly(1),
    lambda: torch.autograd.set_detect_anomaly("on"),
    lambda: torch.autograd.set_detect_anomaly(True, check_nan=None),
    lambda: torch.autograd.detect_anomaly(check_nan="a").__enter__(),
    lambda: torch.autograd.set_detect_anomaly(False, check_nan=False),
):
    try:
        print(type(call()).__name__)
    except TypeError as error:
        print(error)
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
