"""OAuth 2.0 as a client: which services there are, what is sent to them, and what their answers mean. Pure.

Source: RFC 6749 (the framework), RFC 7636 (PKCE), RFC 9207 (`iss` in the answer), and the services' own pages.
"""
