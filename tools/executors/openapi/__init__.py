"""The operations of any HTTP API as functions of one tool. Pure.

`operation` is our own form of an operation: small, stored in the tool's settings, and all that a call needs. An OpenAPI
document is turned into it once, when it is imported: `document` reads the file, `references` and `schemas` find what it
refers to, `security` says how calls are signed, `operations` puts an operation together, `description` the whole.
`serialization` and `request` turn arguments into a request, `answers` reads what
comes back, `paging` asks for further pages.
"""
