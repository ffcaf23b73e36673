"""Well-known services as data rows of the OpenAPI tool. Pure.

`preset` defines a row, `presets` holds the rows, `executor` makes a tool of each; forms, functions, limits and errors
are those of `tools.executors.openapi`.
"""
