import sys
sys.modules["ctypes"].c_long.from_address(id(3) + 24).value = 4
