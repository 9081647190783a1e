"""Speed and quality, measured on demand: `make bench`. Nothing here runs in the test suite."""
