"""Encryption of what is stored, and the removal of secrets from what is shown or logged.

`encryption` for tables with secrets, `redaction` for everything that is shown.
"""
