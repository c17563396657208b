"""What the zygote's children and the server agree on."""

# The file descriptors of a child. On ANSWER it first writes READY, or REFUSED and the reason; only after
# READY, and after a look from outside, does the server send the request.
REQUEST, STDOUT, STDERR, ANSWER = range(4)
READY, REFUSED = b"+", b"-"

# Exit codes: the answer is complete; the worker raised, its last words are on STDERR; it ran out of memory.
SUCCESS, FAILURE, OUT_OF_MEMORY = 0, 121, 122
