"""Signs HTTP requests with stored credentials, one module per kind. Pure.

Passwords, tokens and keys go where `security` puts them; other kinds sign whole requests.
"""
