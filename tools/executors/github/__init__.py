"""GitHub: trending repositories, the tree of a repository, the content of a file.

Only `tools.executors.builtin` imports it.
"""
