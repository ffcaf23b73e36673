"""Permission rules: index, patterns, hosts, CEL conditions, reasons. Pure.

Import `index`, which decides; the parts only to validate a rule.
"""
