"""Knowledge bases, a Django app of its own: documents are read, cut into chunks, embedded and searched.

Others import `selectors`, and reach a search through the port `tools.core.knowledge_port`, which `tool` fills.
"""
