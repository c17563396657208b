"""The Jacobian page: how each element of an output depends on each of an input."""

from autograd_studio.web.places import place

place("jacobian")
