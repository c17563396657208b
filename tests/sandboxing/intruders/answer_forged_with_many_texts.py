import sys
os = sys.modules["os"]
texts = b",".join([b'"\\u0001"'] * 800_000)
data = b'{"error": null, "exit_status": 0, "stopped": null, "trace_bytes": 0, "trace": {"steps": [%s]}}' % texts
while data:
    data = data[os.write(3, data):]
os._exit(0)
