"""Document texts: file types, chunks, terms, ranking and passages for models. Pure.

Everything in `agents.knowledge` may import it; others `context` and `file_types`.
"""
