import warnings
class Filters(list):
    def __iter__(self):
        raise SystemError
warnings.filters[:] = []
warnings.filters = Filters()
warnings.showwarning = warnings._showwarnmsg = lambda *a: 1 / 0
warnings.warn("x" * 10_000_000)
