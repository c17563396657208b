"""Which version of the studio this is, also where it was not installed as a package: in a checkout or an image."""

VERSION = "0.1.0"
