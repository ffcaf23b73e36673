"""Second factors of accounts: codes of an authenticator app, recovery codes, passkeys.

Rows are django-allauth's `Authenticator`; what is checked and stored of codes is decided here. No HTTP.
"""
