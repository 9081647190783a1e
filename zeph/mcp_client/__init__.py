"""Programs that speak the Model Context Protocol, and whose tools a model may call here."""
