"""Who or what a name means: the entity that is known already, or a new one."""
