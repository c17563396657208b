"""The Custom op page: a Function of one's own, and what checks find in it."""

from autograd_studio.web.places import place

place("custom_op")
