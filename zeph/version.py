"""The version, in one place: the package's metadata and ``zeph --version`` both read it."""

__version__ = "0.1.0"
