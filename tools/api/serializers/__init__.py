"""JSON shapes of the tools layer: keys are snake_case, `config` is the camelCase JSON of the executor.

One module per resource; only views import them.
"""
