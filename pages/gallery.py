"""The gallery's page: lessons by topic."""

from autograd_studio.web.places import place

place("gallery")
