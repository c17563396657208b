        x = self.hidden(x)
        return x.relu()

import torch
# -> IndentationError error 1 cut_off
