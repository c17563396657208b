"""Whose turn it is: the line in front of the sandbox by counts, on a clock of its own."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import pytest

from autograd_studio.answering.request import Request
from autograd_studio.sandbox.cancel import Cancel
from autograd_studio.sandbox.length import Length, length
from autograd_studio.sandbox.limits import HOSTED_CAPACITY
from autograd_studio.sandbox.processes.queue import LATELY_SECONDS, PASSED_MOST, Full, Queue
from autograd_studio.sandbox.recent import MINUTE, Recent
from autograd_studio.sandbox.visitor import CLASS, Visitor

from .boxes import new_box

HIM = Visitor("him", "elsewhere")


@dataclass
class Line:
    """A line on a simulated clock: what is served runs for as long as its name says, `sleeps` tells whether it computes."""

    places: int = 2
    waiting: int = 300
    asleep: int = 16
    slow: float = 1.0  # how much longer all takes than on a machine of one's own
    now: float = 0.0
    seconds: dict = field(default_factory=dict)  # of each ticket that is not over
    names: dict = field(default_factory=dict)
    served: list = field(default_factory=list)

    def __post_init__(self):
        self.queue = Queue(self.places, self.waiting, self.asleep, lambda: self.now)

    def come(self, visitor, seconds, wanted=Length.SHORT, sleeps=False):
        """Let a visitor come, whose run takes so long."""
        ticket = self.queue.enter(wanted, visitor)
        self.seconds[ticket], self.names[ticket] = seconds, (visitor.session, sleeps)
        return ticket

    def is_served(self, ticket):
        return ticket.served.is_set() and not ticket.is_refused

    def go(self, ticks=1, tick=0.05):
        """Let time pass: what runs goes on, what sleeps is seen to, and what is over leaves."""
        for _ in range(ticks):
            self.now += tick
            running = [ticket for ticket in self.seconds if self.is_served(ticket)]
            for ticket in running:
                session, sleeps = self.names[ticket]
                if session not in self.served:
                    self.served.append(session)
                self.seconds[ticket] -= tick
                self.queue.rests(ticket, sleeps, ticket.computed + (0.0 if sleeps else tick / self.slow))
                if self.seconds[ticket] <= 0:
                    del self.seconds[ticket]
                    self.queue.leave(ticket)

    def ticks_until(self, ticket, most=10_000):
        """Return for how many ticks a ticket waits."""
        for count in range(most):
            if self.is_served(ticket):
                return count
            self.go()
        raise AssertionError("never served")


@pytest.mark.parametrize("sleepers", [16, 300])
def test_sleepers_keep_nobody_waiting(sleepers):
    """Of 300, all but 16 wait with him, at one address; each sleeps for four seconds, 80 ticks."""
    line = Line(waiting=sleepers)
    for number in range(sleepers):
        line.come(Visitor(f"sleeper {number}", "theirs"), 4.0, sleeps=True)
    line.go(4)
    waits = line.ticks_until(line.come(HIM, 0.05))
    assert waits <= 2 if sleepers == 16 else waits <= 80  # all that may sleep do; one of those has to wake


def test_what_is_told_to_sleep_comes_after_what_is_short():
    line = Line(asleep=0, waiting=301)
    for number in range(300):
        line.come(Visitor(f"sleeper {number}", "theirs"), 4.0, Length.LONG, sleeps=True)
    line.go(4)
    assert line.ticks_until(line.come(HIM, 0.05)) == 0


def test_what_wakes_has_a_place_again():
    line = Line(places=1, asleep=2)
    ticket = line.come(Visitor("sleeper"), 4.0, sleeps=True)
    line.go()
    line.names[ticket] = "sleeper", False
    line.go()
    late = line.come(HIM, 0.05)
    assert not line.is_served(late)
    assert line.queue.running == 1


def test_no_more_are_asleep_than_memory_allows():
    line = Line(asleep=3)
    for number in range(10):
        line.come(Visitor(str(number)), 4.0, sleeps=True)
    line.go(20)
    assert line.queue.running == 2 + 3
    assert line.queue.waiting == 5


def test_a_class_at_one_address_has_its_share_beside_a_flooder_at_another():
    """The flooder has a thousand sessions, which came first; of the first 200 places the class gets half."""
    line = Line(places=2, waiting=300)
    for number in range(1000):
        line.come(Visitor(f"flood {number}", "flooder's"), 0.05)
    for number in range(CLASS):
        line.come(Visitor(f"class {number}", "school's"), 0.05)
    line.go(100)
    theirs = [name for name in line.served if name.startswith("class")]
    assert len(line.served) >= 200
    assert len(theirs) >= 95


def test_a_class_at_one_address_is_not_limited_by_it():
    line = Line(places=2)
    for number in range(CLASS):
        line.come(Visitor(f"class {number}", "school's"), 0.05)
    line.go(CLASS)
    assert len(line.served) == CLASS


def test_each_session_comes_in_its_turn():
    line = Line(places=1)
    greedy = [line.come(Visitor("greedy", "same"), 0.05) for _ in range(20)]
    modest = [line.come(Visitor(f"modest {number}", "same"), 0.05) for number in range(3)]
    assert [line.ticks_until(ticket) for ticket in modest] == [1, 1, 1]
    assert sum(map(line.is_served, greedy)) == 1


def test_who_has_computed_for_more_than_half_a_second_comes_after_others_and_leaves_them_a_place():
    line = Line(places=2)
    line.come(Visitor("long"), 0.6)
    line.go(20)
    first, second = (line.come(Visitor("long"), 0.3) for _ in range(2))
    assert (line.is_served(first), line.is_served(second)) == (True, False)
    assert line.is_served(line.come(HIM, 0.3))
    waiting = line.come(Visitor("another"), 0.05)
    assert waiting.order < second.order
    line.go(40)
    line.now += LATELY_SECONDS
    assert [line.is_served(line.come(Visitor("long"), 0.3)) for _ in range(2)] == [True, True]


def test_a_new_session_for_each_run_is_long_where_those_before_were():
    line = Line(places=2)
    for number in range(20):
        line.come(Visitor(f"flood {number}", "theirs"), 2.0)
    him = line.come(HIM, 0.05)
    line.ticks_until(him)
    for number in range(20, 400):  # they never cease to come
        line.come(Visitor(f"flood {number}", "theirs"), 2.0)
        if number % 40 == 0:
            line.go(40)
            assert line.ticks_until(line.come(HIM, 0.05)) == 0


def test_who_runs_something_short_is_not_long_for_what_others_of_the_address_run():
    line = Line(places=2)
    me = Visitor("me", "theirs")
    line.come(me, 0.05)
    line.go(2)
    for number in range(3):
        line.come(Visitor(f"other {number}", "theirs"), 2.0)
        line.go(50)
        assert line.is_served(line.come(me, 0.05))
        line.go(2)


def test_on_a_slow_machine_not_everybody_is_long():
    line = Line(places=2, slow=4.0)
    line.come(Visitor("short"), 1.6)
    line.go(40)
    assert [line.is_served(line.come(Visitor("short"), 1.6)) for _ in range(2)] == [True, True]


def test_who_runs_something_short_every_two_seconds_is_not_long():
    line = Line(places=2)
    for _ in range(20):
        line.come(Visitor("eager"), 0.05)
        line.go(40)
    assert [line.is_served(line.come(Visitor("eager"), 0.05)) for _ in range(2)] == [True, True]


def test_a_run_that_turns_out_long_is_one_of_the_long_ones():
    line = Line(places=2, asleep=0)
    line.come(Visitor("hog"), 4.0)
    line.go(20)
    assert not line.is_served(line.come(Visitor("trainer"), 1.0, Length.LONG))
    assert line.is_served(line.come(HIM, 0.05))


@pytest.mark.parametrize("places", [1, 2])
def test_what_is_long_does_not_starve(places):
    """There is always something short that waits, and yet what is long gets its place."""
    line = Line(places=places)
    ticket, number = line.come(Visitor("long"), 1.0, Length.LONG), 0
    if places == 1:  # it would have been served at once
        line.queue.leave(ticket)
        holder = line.come(Visitor("first"), 0.05)
        ticket = line.come(Visitor("long"), 1.0, Length.LONG)
        assert line.is_served(holder)
    else:
        ticket = line.come(Visitor("longer"), 1.0, Length.LONG)
    served = 0
    while not line.is_served(ticket):
        line.come(Visitor(f"short {number}"), 0.05)
        line.come(Visitor(f"short {number + 1}"), 0.05)
        number, before = number + 2, line.queue.waiting
        line.go()
        served += before - line.queue.waiting
        assert served <= 25 + PASSED_MOST  # the first long run takes 20 ticks


def test_who_would_come_last_is_turned_away_from_a_full_line():
    line = Line(places=1, waiting=2)
    line.come(Visitor("running"), 1.0)
    longs = [line.come(Visitor(f"long {number}"), 1.0, Length.LONG) for number in range(2)]
    assert line.come(Visitor("late"), 1.0, Length.LONG).is_refused
    him = line.come(HIM, 0.05)
    assert [ticket.is_refused for ticket in (*longs, him)] == [False, True, False]
    assert line.queue.waiting == 2


def test_who_is_turned_away_while_waiting_is_told_so():
    line, told = Queue(1, 1), []

    def wait():
        try:
            with line.turn(Cancel(), told.append, Length.LONG):
                pass
        except Full as full:
            told.append(full)

    with line.turn(Cancel(), None):
        thread = threading.Thread(target=wait)
        thread.start()
        while not told:
            time.sleep(0.005)
        short = line.enter(Length.SHORT, None)
        thread.join(5)
        line.leave(short)
    assert told[0] == 1 and isinstance(told[1], Full) and len(told) == 2


def test_who_leaves_the_line_loses_no_turn():
    line = Line(places=1)
    line.come(Visitor("running", "same"), 0.05)
    for _ in range(5):
        line.queue.leave(line.queue.enter(Length.SHORT, HIM))
    line.come(Visitor("another", "same"), 0.05)
    line.come(HIM, 0.05)
    line.go(3)
    assert line.served == ["running", HIM.session, "another"]


def test_turns_are_forgotten_once_nobody_is_there():
    line = Line()
    for number in range(50):
        line.come(Visitor(f"visitor {number}", f"address {number}"), 0.05)
    line.go(50)
    assert line.queue._turns._next == {}


def test_what_was_used_is_forgotten_after_a_minute():
    used = Recent(MINUTE)
    for number in range(100):
        used.add(f"visitor {number}", 1.0, float(number))
    assert (used.total("visitor 99", 99.0), used.total("visitor 39", 99.0)) == (1.0, 0.0)
    assert used.wait("visitor 50", 1, 99.0) == 11.0
    assert used.wait("visitor 50", 2, 99.0) == used.wait("visitor 50", None, 99.0) == 0.0
    assert used.total("visitor 50", 500.0) == 0.0
    used.add("late", 1.0, 1000.0)
    assert list(used._used) == ["late"]


# ---- in a sandbox

SLEEPER = "__import__('time').__dict__['sl' + 'eep'](4)"


def test_a_visitor_runs_while_sixteen_sleep():
    """They do not say that they sleep; none of them is over before he is."""
    assert length(Request(SLEEPER)) is Length.SHORT
    box = new_box(capacity=replace(HOSTED_CAPACITY, places=2))
    over = []

    def sleep(number):
        over.append(box.run(Request(SLEEPER), visitor=Visitor(str(number), "theirs")).status)

    try:
        box.run(Request(""))
        with ThreadPoolExecutor(16) as threads:
            for number in range(16):
                threads.submit(sleep, number)
            while box.running < 16:
                time.sleep(0.01)
            assert box.run(Request("print(1)"), visitor=HIM).stdout == "1\n"
            assert over == []
    finally:
        box.close()
    assert over == ["ok"] * 16


def test_what_computes_keeps_its_place():
    box = new_box(capacity=replace(HOSTED_CAPACITY, places=1))
    try:
        box.run(Request(""))
        with ThreadPoolExecutor(2) as threads:
            for number in range(2):
                threads.submit(box.run, Request("while True: pass"), visitor=Visitor(str(number)))
            while not box.waiting:
                time.sleep(0.01)
            time.sleep(0.3)
            assert (box.running, box.waiting) == (1, 1)
    finally:
        box.close()
