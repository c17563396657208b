import sys
Stopped = sys.modules["sandbox.stop"].Stopped
Stopped.reason = "unavailable"
raise Stopped("[here](https://evil.test)")
