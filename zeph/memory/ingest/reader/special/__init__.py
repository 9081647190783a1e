"""What is written by shape and not by grammar: ages, ways to reach somebody, amounts."""
