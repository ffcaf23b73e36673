"""Knowledge bases, a Django app of its own: documents are read, chunked, embedded and searched.

Others import `selectors`, and search through the port `tools.core.registered.knowledge`, which `tool` fills.
"""
