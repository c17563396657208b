"""The Compare page: two programs, side by side."""

from autograd_studio.web.places import place

place("compare")
