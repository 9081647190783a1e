"""What is written by shape and not by grammar: ages, birthdays, ways to reach somebody, amounts."""
