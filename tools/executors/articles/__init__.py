"""Tools that keep what a model wrote: blog posts in two languages, and posts for social media.

Only `tools.executors.builtin` imports it.
"""
