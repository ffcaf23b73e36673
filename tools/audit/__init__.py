"""Hash chain over the audit log: the fields that a link covers, and how links are computed. No framework.

`chain` is for the tables, `tools.adapters` and the verification.
"""
