"""Where equal elements end up: the sorting and selecting algorithms of C++'s standard library (libstdc++).

PyTorch's `sort`, `topk`, `mode` and `kthvalue` return indices. Which of several equal elements comes first is
then decided by the algorithm alone, so these are the same steps, on a list of places compared by their ranks.
"""

from __future__ import annotations

import numpy as np

THRESHOLD = 16  # sort leaves runs of this length to insertion


def ranks_of(row: np.ndarray, descending: bool = False) -> list[int]:
    """Return the rank of each element of a row, equal for equals; NaN is the greatest."""
    ranks = np.unique(row, return_inverse=True, equal_nan=True)[1]
    return (-ranks if descending else ranks).tolist()


class Places:
    """The places 0, 1, ... n - 1 of a row in some order, compared by `ranks`; methods work on a range."""

    def __init__(self, ranks: list[int]) -> None:
        self.ranks = ranks
        self.order = list(range(len(ranks)))

    def less(self, i: int, j: int) -> bool:
        """Whether the element at position i comes before the one at j."""
        return self.ranks[self.order[i]] < self.ranks[self.order[j]]

    def swap(self, i: int, j: int) -> None:
        """Exchange two positions."""
        order = self.order
        order[i], order[j] = order[j], order[i]

    # ---- std::sort

    def sort(self, first: int, last: int) -> None:
        """Sort [first, last): quicksort to short runs, heapsort where that degenerates, then insertion."""
        if last - first < 2:
            return
        self._quicksort(first, last, 2 * ((last - first).bit_length() - 1))
        if last - first > THRESHOLD:
            self._insertion_sort(first, first + THRESHOLD)
            for i in range(first + THRESHOLD, last):
                self._insert(i)
        else:
            self._insertion_sort(first, last)

    def _quicksort(self, first: int, last: int, depth: int) -> None:
        while last - first > THRESHOLD:
            if not depth:
                self.partial_sort(first, last, last)
                return
            depth -= 1
            cut = self._partition(first, last)
            self._quicksort(cut, last, depth)
            last = cut

    def _partition(self, first: int, last: int) -> int:
        """Partition around the median of three, which moves to `first`."""
        a, b, c = first + 1, first + (last - first) // 2, last - 1
        if self.less(a, b):
            pivot = b if self.less(b, c) else c if self.less(a, c) else a
        else:
            pivot = a if self.less(a, c) else c if self.less(b, c) else b
        self.swap(first, pivot)
        low, high = first + 1, last
        while True:
            while self.less(low, first):
                low += 1
            high -= 1
            while self.less(first, high):
                high -= 1
            if low >= high:
                return low
            self.swap(low, high)
            low += 1

    def _insertion_sort(self, first: int, last: int) -> None:
        for i in range(first + 1, last):
            if self.less(i, first):
                self.order.insert(first, self.order.pop(i))
            else:
                self._insert(i)

    def _insert(self, i: int) -> None:
        j = i
        rank = self.ranks[self.order[i]]
        while j > 0 and rank < self.ranks[self.order[j - 1]]:
            j -= 1
        self.order.insert(j, self.order.pop(i))

    # ---- std::nth_element

    def select(self, nth: int) -> None:
        """Bring the element that sorting would put at `nth` there, smaller ones before it."""
        first, last = 0, len(self.order)
        depth = 2 * (last.bit_length() - 1)
        while last - first > 3:
            if not depth:
                self._heap_select(first, nth + 1, last)
                self.swap(first, nth)
                return
            depth -= 1
            cut = self._partition(first, last)
            if cut <= nth:
                first = cut
            else:
                last = cut
        self._insertion_sort(first, last)

    # ---- std::partial_sort

    def partial_sort(self, first: int, middle: int, last: int) -> None:
        """Bring the smallest elements of [first, last), sorted, to [first, middle)."""
        self._heap_select(first, middle, last)
        while middle - first > 1:
            middle -= 1
            self._pop_heap(first, middle, middle)

    def _heap_select(self, first: int, middle: int, last: int) -> None:
        length = middle - first
        for hole in range((length - 2) // 2, -1, -1):
            self._adjust_heap(first, hole, length, self.order[first + hole])
        for i in range(middle, last):
            if self.less(i, first):
                self._pop_heap(first, middle, i)

    def _pop_heap(self, first: int, last: int, result: int) -> None:
        value = self.order[result]
        self.order[result] = self.order[first]
        self._adjust_heap(first, 0, last - first, value)

    def _adjust_heap(self, first: int, hole: int, length: int, value: int) -> None:
        order, ranks, top = self.order, self.ranks, hole
        while 2 * hole + 2 < length:
            child = 2 * hole + 2
            if self.less(first + child, first + child - 1):
                child -= 1
            order[first + hole] = order[first + child]
            hole = child
        if 2 * hole + 2 == length:
            order[first + hole] = order[first + 2 * hole + 1]
            hole = 2 * hole + 1
        while hole > top and ranks[order[first + (hole - 1) // 2]] < ranks[value]:
            order[first + hole] = order[first + (hole - 1) // 2]
            hole = (hole - 1) // 2
        order[first + hole] = value


def sorted_places(ranks: list[int]) -> list[int]:
    """Return the places in the order of std::sort."""
    places = Places(ranks)
    places.sort(0, len(ranks))
    return places.order


def top_places(ranks: list[int], k: int, in_order: bool) -> list[int]:
    """Return the places of the k lowest ranks as `topk` finds them: by a heap if few, else by selection."""
    places = Places(ranks)
    if k * 64 <= len(ranks):
        places.partial_sort(0, k, len(ranks))
    else:
        places.select(k - 1)
        if in_order:
            places.sort(0, k - 1)
    return places.order[:k]


def kth_place(ranks: list[int], k: int) -> int:
    """Return the place of the k-th lowest rank as `kthvalue` finds it: PyTorch's own quickselect."""
    places = Places(ranks)
    less, swap, order = places.less, places.swap, places.order
    low, high = 0, len(ranks) - 1
    while high > low:
        if high == low + 1:
            if less(high, low):
                swap(low, high)
            break
        swap(low + (high - low) // 2, low + 1)
        if less(high, low + 1):
            swap(low + 1, high)
        if less(high, low):
            swap(low, high)
        if less(low, low + 1):
            swap(low + 1, low)
        i, j = low + 1, high
        pivot = ranks[order[low]]
        while True:
            i += 1
            while ranks[order[i]] < pivot:
                i += 1
            j -= 1
            while pivot < ranks[order[j]]:
                j -= 1
            if j < i:
                break
            swap(i, j)
        swap(low, j)
        if j <= k:
            low = i
        if j >= k:
            high = j - 1
    return order[k]
