import sys
sys.modules["os"]._exit(137)
