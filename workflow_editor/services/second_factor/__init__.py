"""Second factors of accounts: authenticator codes, recovery codes, passkeys. No HTTP.

Rows are django-allauth's `Authenticator`; checking and storing of codes is decided here.
"""
