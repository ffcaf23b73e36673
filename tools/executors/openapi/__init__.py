"""Operations of any HTTP API as functions of one tool. Pure.

`operation` is our compact stored form. An OpenAPI document is converted once, at import: `document` reads the file,
`references` and `schemas` resolve it, `security` covers signing, `operations` and `description` assemble the result.
`serialization` and `request` build requests, `answers` reads responses, `paging` fetches further pages.
"""
