"""What a person orders about the memory itself: remember this, forget that, keep nothing of it."""
