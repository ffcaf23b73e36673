"""How HTTP requests are signed with stored credentials: one module for each kind of credential. Pure.

A password, token or key stands where its user says (`security`); credentials of any other kind sign a request whole.
"""
