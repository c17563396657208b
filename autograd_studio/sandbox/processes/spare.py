"""A child that is forked ahead of the run that it will be, which then waits for no fork and for few pages to be copied.

Until it is told which run it is, a spare one has copied pages and done nothing else. It locks itself as any child does.
"""

import json
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from ..protocol import FAILURE
from .pages import Area, copy

ORDER_BYTES = 4096
PIPES = 4

# Makes the process the child of an order, with its pipes.
Become = Callable[[dict, list[int]], NoReturn]


class Spare:
    """A child of this process that waits for an order; it has copied what a usual run writes to.

    Raises:
        OSError: the process cannot fork.
    """

    def __init__(self, usual: list[Area], become: Become) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.pid = os.fork()
            if self.pid == 0:
                self._socket.close()
                _wait(theirs, usual, become)

    def give(self, order: dict, pipes: Sequence[int]) -> bool:
        """Have it carry out an order; return False if it has died."""
        with self._socket, suppress(OSError):
            socket.send_fds(self._socket, [json.dumps(order).encode()], pipes)
            return True
        return False


def _wait(orders: socket.socket, usual: list[Area], become: Become) -> NoReturn:
    try:
        copy(usual)
        message, pipes, _, _ = socket.recv_fds(orders, ORDER_BYTES, PIPES)
        if message:  # or else there is no zygote any more
            become(json.loads(message), pipes)
    finally:
        os._exit(FAILURE)
