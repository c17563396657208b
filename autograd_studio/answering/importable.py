"""What of Python a program may import, wherever it runs."""

# What a program may import. Importing os or pathlib is harmless: what they do is refused by the lock.
IMPORTABLE = """
torch numpy
math cmath random statistics decimal fractions numbers
itertools functools operator collections heapq bisect array graphlib copy copyreg pickle struct
typing types dataclasses enum abc contextlib contextvars inspect warnings traceback weakref gc sys
time datetime calendar timeit threading queue logging argparse os pathlib builtins
string textwrap re io json csv hashlib base64 pprint reprlib unicodedata __future__
"""

# A locked child opens no files, so whatever is imported late must be loaded before the fork: by the program,
# or by a module on its own account.
MODULES = """
cmath random statistics decimal fractions numbers
heapq bisect array graphlib copy pickle struct collections.abc
typing dataclasses enum contextlib contextvars inspect warnings traceback weakref
datetime calendar timeit threading queue logging argparse pathlib
textwrap json csv hashlib base64 pprint reprlib unicodedata locale stringprep tokenize ast _strptime
encodings.ascii encodings.latin_1 encodings.cp1252 encodings.cp437 encodings.iso8859_1 encodings.iso8859_15
encodings.utf_16 encodings.utf_16_le encodings.utf_16_be
encodings.utf_32 encodings.utf_32_le encodings.utf_32_be
encodings.utf_8_sig encodings.unicode_escape encodings.raw_unicode_escape encodings.idna encodings.punycode
numpy numpy.linalg numpy.random numpy.fft numpy.polynomial numpy.ma numpy.testing numpy.char numpy.rec
numpy.lib.stride_tricks numpy.exceptions numpy.typing
"""
