"""What the commands do: one file for each noun, named by its rows in ``zeph.commands.registry``."""
