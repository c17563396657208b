import json, sys
os = sys.modules["os"]
value = {"dtype": "\u202e<script>", "shape": [], "data": ["<img src=x onerror=alert(1)>"]}
tensor = {"identity": 0, "version": -1, "kind": "leaf", "value": 0, "requires_grad": True, "step": 0}
tensor |= {"base": 0, "grad_of": 0, "scope": 0, "fn": 0, "output": -5}
scope = {"name": "\x1b", "kind": "function", "phase": "forward"}
fn = {"name": "", "kind": "op", "edges": [{"to": 0, "source": 0}]}
trace = {"source": "", "values": [value], "tensors": [tensor], "scopes": [scope], "fns": [fn]}
answer = {"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}
data = json.dumps(answer).encode() + b"\n" + json.dumps(trace).encode()
while data:
    data = data[os.write(3, data):]
os._exit(0)
