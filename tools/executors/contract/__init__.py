"""What an executor is, and how its definition becomes a form, a validation, and the schema that a model sees. Pure.

Every executor imports it; it knows no executor. Start with `executor` and `schema`; `function` holds `@tool`.
"""
