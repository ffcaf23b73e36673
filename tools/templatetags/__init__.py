"""Template tags of the administrator's panel; templates load them by module name, nobody imports them."""
