import sys
ctypes = sys.modules["ctypes"]
ctypes.memset(id(dict), 0, 400)
ctypes.memset(id(type), 0, 400)
