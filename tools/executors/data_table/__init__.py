"""Tables of the product as a tool: one table gives a function for each thing that can be done with its rows.

`settings` is what a person chooses, `operations` what each function asks for and does, `executor` the tool.
"""
