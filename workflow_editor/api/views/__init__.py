"""HTTP shells: validate the request, call one service or selector, shape the answer.

One module per resource; only `urls` modules import them.
"""
