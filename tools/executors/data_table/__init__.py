"""The product's tables as tools: one function per row operation of a table.

`settings` is the person's choice, `operations` each function's parameters and work, `executor` the tool.
"""
