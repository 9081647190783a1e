"""The extractor that asks a language model; ``extractor`` is the way in.

``prompts`` asks, ``chunking`` cuts what is long, ``embedded_instructions`` takes out what tells a reader to store or
forget, ``brief_answers`` holds every answer against the words of the message.
"""
