"""Graphs die by reference counting: nothing of them waits for the garbage collector."""

import gc
import weakref

import pytest

from autograd_engine import torch


@pytest.fixture
def without_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Note:
    """Something to hang on a node, to see whether it lives."""


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_graph_dies_with_its_tensors(without_collector, create_graph):
    def differentiate() -> weakref.ref:
        x = torch.ones(2, requires_grad=True)
        y = x.exp()
        note = y.grad_fn.metadata["note"] = Note()
        torch.autograd.grad(y.sum(), x, create_graph=create_graph)
        return weakref.ref(note)

    assert differentiate()() is None


def test_a_graph_with_anomaly_mode_dies_too(without_collector):
    def differentiate() -> weakref.ref:
        x = torch.ones(2, requires_grad=True)
        y = x.exp()
        note = y.grad_fn.metadata["note"] = Note()
        with torch.autograd.set_detect_anomaly(True):
            torch.autograd.grad(y.sum(), x, create_graph=True)
        return weakref.ref(note)

    assert differentiate()() is None


def test_hooks_entered_during_backward_are_not_kept(without_collector):
    def run() -> weakref.ref:
        def unpack(tensor):
            hooks().__enter__()
            return tensor

        block = torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack)
        hooks = weakref.ref(block)
        x = torch.ones(2, requires_grad=True)
        with block:
            x.sin().sum().backward()
        return weakref.ref(unpack)

    assert run()() is None
