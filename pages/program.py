"""The Program page: a program, written or by a lesson."""

from autograd_studio.web.places import place

place("program")
