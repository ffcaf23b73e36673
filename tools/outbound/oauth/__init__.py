"""OAuth 2.0 client: services, requests and answers. Pure.

Source: RFC 6749 (the framework), RFC 7636 (PKCE), RFC 9207 (`iss` in the answer), and the services' own pages.
"""
