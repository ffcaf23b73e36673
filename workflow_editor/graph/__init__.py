"""Workflow document: shape, validation, and edit operations. Pure, knows no node type.

`document` is imported everywhere; `operations` edit, `validation` finds problems, `parsed_graph` answers questions
about a graph.
"""
