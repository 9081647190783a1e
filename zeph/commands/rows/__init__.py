"""The rows of the registry, by noun; each names its handler in ``zeph.commands.handlers``."""
