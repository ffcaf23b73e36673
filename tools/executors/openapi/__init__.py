"""Operations of any HTTP API as functions of one tool. Pure.

`operation` is our compact stored form. An OpenAPI document is converted once, at import: `document` reads the file,
`references` and `schemas` resolve it, `operations` and `description` assemble the result with how it is signed.
`request` builds requests, `answers` reads responses, `paging` fetches further pages.
"""
