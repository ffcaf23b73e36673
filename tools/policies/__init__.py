"""Permission rules: the index that finds a call's rule, patterns, hosts, conditions in CEL, reasons. Pure.

`index` decides; import it, not the parts, unless you check a rule's text.
"""
