"""Sentences as words with their part of speech."""
