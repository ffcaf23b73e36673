"""Texts of documents: which files are read, chunks, terms, ranking and the passages that a model gets. Pure."""
