"""Texts in the formats of others as values, and values as such texts: for the node Convert. Pure."""
