import sys
os = sys.modules["os"]
texts = b",".join([b'"\\u0001"'] * 800_000)
head = b'{"error": null, "exit_status": 0, "stopped": null, "trace_bytes": 0}\n'
data = head + b'{"steps": [%s]}' % texts
while data:
    data = data[os.write(3, data):]
os._exit(0)
