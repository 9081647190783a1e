"""What no pattern reads, in the verb's own words: candidates for recall, which never end or replace anything."""
