"""The graph as one page for a browser: what goes into it, the page itself, opening it.

The page needs nothing but itself: no network, no other file. What it is made of lies in ``page/``.
"""
