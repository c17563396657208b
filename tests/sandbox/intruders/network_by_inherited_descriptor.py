import sys
socket = sys.modules["_socket"]
for number in range(40):
    try:
        s = socket.socket(fileno=number)
        s.getsockname()
        print("ESCAPED", number)
    except OSError:
        pass
