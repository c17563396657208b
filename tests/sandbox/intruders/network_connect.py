import sys
socket = sys.modules["_socket"]
s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
s.connect(("127.0.0.1", 8501))
print("ESCAPED")
