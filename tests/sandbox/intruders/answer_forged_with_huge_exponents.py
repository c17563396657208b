import sys
os = sys.modules["os"]
numbers = b",".join([b"1e-00000001"] * 600_000)
head = b'{"error": null, "exit_status": 0, "stopped": null, "trace_bytes": 0}\n'
data = head + b'{"steps": [%s]}' % numbers
while data:
    data = data[os.write(3, data):]
os._exit(0)
