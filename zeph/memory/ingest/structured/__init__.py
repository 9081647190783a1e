"""What is written as fields, and so needs no reading: JSON records, tables, lists of "key: value" under a heading."""
