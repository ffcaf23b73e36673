"""Texts of documents: which files are read, chunks, terms, ranking and the passages that a model gets. Pure.

Everything in `agents.knowledge` may import it; others `context` and `file_types`.
"""
