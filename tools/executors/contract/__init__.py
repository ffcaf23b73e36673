"""Executor contract: how a definition becomes a form, validation, and the model's schema. Pure.

Every executor imports it; it knows no executor. Start with `executor` and `schema`; `function` holds `@tool`.
"""
