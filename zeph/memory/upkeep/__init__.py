"""The graph stays small and organised: communities and their summaries, eviction, decay; ``schedule`` says when."""
