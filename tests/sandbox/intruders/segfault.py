import sys
sys.modules["ctypes"].string_at(0)
