"""Database backend of the scaled mode; only Django imports its `base`."""
