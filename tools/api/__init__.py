"""HTTP interface of the tools layer.

`urls` is mounted under /api/. Other apps' views may use `pagination` and `permissions`.
"""
