import _thread
for _ in range(1000):
    _thread.start_new_thread(print, ("ESCAPED",))
