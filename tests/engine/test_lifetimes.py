"""Graphs die by reference counting: nothing of them waits for the garbage collector."""

import gc
import weakref
from unittest.mock import patch

import pytest

from autograd_engine import torch
from autograd_engine.graph.node import Node


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


def test_a_deep_graph_dies_node_by_node(without_collector):
    """No node is freed within the freeing of another but the first, whatever else than its edges leads to the next one."""
    dying, depths = [], []

    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.x = x
            ctx.save_for_backward(x)
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            return grad

    def counted(node, end=Node.__del__):
        dying.append(node)
        depths.append(len(dying))
        end(node)
        dying.pop()

    for operation in (lambda y: y * y, torch.sin, Same.apply):
        y = torch.ones(2, requires_grad=True)
        for _ in range(100):
            y = operation(y)
        with patch.object(Node, "__del__", counted):
            del y
        assert depths.count(1) == 1 and depths.count(2) == len(depths) - 1 >= 99
        depths.clear()
