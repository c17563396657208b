import sys
ctypes = sys.modules["ctypes"]
word = ctypes.c_int(0)
signal = sys.modules["_signal"]
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
sys.modules["sandbox.kernel"].syscall("futex", ctypes.byref(word), 0, 0, None)
