import sys
signal = sys.modules["_signal"]
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True:
    pass
