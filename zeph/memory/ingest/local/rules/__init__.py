"""Facts by closer rules, a family a file: states, changes, names, places, what happened."""
