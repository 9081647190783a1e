"""The extractor that asks a language model; ``extractor`` is the way in.

``prompts`` asks, ``parts`` cuts what is long, ``orders`` takes out what tells a reader to store or forget,
``said_facts`` holds every answer against the words of the message.
"""
