"""Encryption at rest (`encryption`), and removal of secrets from anything shown or logged
(`redaction`; `names` tells which fields hold secrets).
"""
