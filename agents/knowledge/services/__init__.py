"""Writes of knowledge bases, and what works on them: indexing, leases, search. Import modules."""
