import sys
ctypes = sys.modules["ctypes"]
ctypes.CDLL(None).munmap(ctypes.c_void_p(4096), ctypes.c_size_t((1 << 47) - 8192))
