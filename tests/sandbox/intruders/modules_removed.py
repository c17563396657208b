import sys
sys.modules.clear()
import torch
