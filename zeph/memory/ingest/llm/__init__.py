"""The extractor that asks a language model; ``extractor`` is the way in.

``prompts`` asks, ``chunking`` cuts what is long, ``embedded_instructions`` takes out what tells a reader to store or
forget, ``model_answer`` and ``brief_answer`` are what it may say, ``grounding`` holds that against the message.
"""
