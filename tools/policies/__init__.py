"""Permission rules: the index that finds a call's rule, patterns, hosts, conditions in CEL, reasons. Pure."""
