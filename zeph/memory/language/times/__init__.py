"""When a message says that something is so: dates, phrases of time, holidays, birthdays."""
