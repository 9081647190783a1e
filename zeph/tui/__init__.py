"""The full-screen interface: it renders events, and every change goes through the table of commands."""
