import sys
signal = sys.modules["_signal"]
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
        print("ESCAPED", number)
    except (OSError, ValueError):
        pass
