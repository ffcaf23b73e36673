"""How HTTP requests are signed with stored credentials: one module for each kind of credential. Pure.

A password, token or key is put where its user says (`security`); credentials of other kinds sign whole requests.
"""
