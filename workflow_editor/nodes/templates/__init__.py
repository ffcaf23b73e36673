"""Templates: Liquid text with references, filters, limits on work. Pure."""
