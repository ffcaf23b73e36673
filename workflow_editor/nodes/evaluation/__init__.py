"""Expressions and comparisons, evaluated where they can be killed. Pure."""
