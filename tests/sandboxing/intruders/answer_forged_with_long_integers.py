import sys
os = sys.modules["os"]
numbers = b",".join([b"9" * 4000] * 2000)
data = b'{"error": null, "exit_status": 0, "stopped": null, "trace_bytes": 0, "trace": {"steps": [%s]}}' % numbers
while data:
    data = data[os.write(3, data):]
os._exit(0)
