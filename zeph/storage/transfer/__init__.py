"""Whole memories leave a file and come into another: every row as a dict, with the ids it had.

A row that is there already, by its own names and times and not by its number, is not stored twice; ids that are taken
are given anew and every reference follows, those in before-images too. Vectors and communities are not carried: both
are made again from what is.
"""
