"""The operators' page: what exists, and how it is differentiated."""

from autograd_studio.web.places import place

place("operators")
