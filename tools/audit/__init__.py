"""The chain of hashes over the audit log: what a link covers, and how links are computed.

No framework. `chain` is what the tables, `tools.adapters` and the verification use.
"""
