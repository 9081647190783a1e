"""The nouns: frozen dataclasses that every layer above the ground floor shares."""
