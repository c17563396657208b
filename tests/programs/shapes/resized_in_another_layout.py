# resize_ leaves a tensor alone that has the size already, and can lay the elements out with the channels last.
import torch

turned = torch.arange(6.0).view(2, 3).t()
for size in ((3, 2), (2, 3), (2, 2)):
    other = turned.detach()
    print(other.resize_(size).stride(), other)
images = torch.ones(2, 3, 4, 4)
print(images.clone().resize_(1, 3, 4, 4, memory_format=torch.channels_last).stride())
print(images.clone().resize_(2, 3, 4, 4, memory_format=torch.contiguous_format).stride())
for size, layout in (((2,), torch.preserve_format), ((2, 3), torch.channels_last)):
    try:
        images.clone().resize_(size, memory_format=layout)
    except RuntimeError as error:
        print(error)
