"""Services that people look for by name, as rows of data on the OpenAPI tool. Pure.

`preset` says what a row is, `presets` holds the rows, `executor` makes a tool of each: its form, its functions, its
limits and errors are those of `tools.executors.openapi`.
"""
