"""Facts by the table of verb frames (``data/frames.toml``)."""
