"""What the model may do besides talking: tools, who allows them, and what is written down of it."""
