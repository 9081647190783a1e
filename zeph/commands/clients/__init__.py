"""The clients that can be told of the memory, and how an entry comes into their files without anything else
changing."""
