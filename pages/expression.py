"""The Expression page: inputs and an expression, which write a program."""

from autograd_studio.web.places import place

place("expression")
