"""The workflow document: its shape, its validation, and the operations that edit it. Pure, knows no node type.

`document` is imported everywhere; `operations` edit, `validation` finds problems, `parsed_graph` answers questions
about a graph.
"""
