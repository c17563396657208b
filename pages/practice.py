"""The Practice page: a backward pass, written by hand and marked."""

from autograd_studio.web.places import place

place("practice")
