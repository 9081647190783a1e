"""The memory for other agents, by the Model Context Protocol (https://modelcontextprotocol.io).

In: a client's requests, over stdio or over HTTP on this machine. Out: answers that are data with their sources. Built
on the official SDK, an extra (``pip install zeph[mcp]``): nothing of it is imported before ``zeph mcp`` runs.
"""
