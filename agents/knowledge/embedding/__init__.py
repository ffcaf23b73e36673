"""Texts as vectors: by a model's API or by the offline embedder, and what that costs. Pure but for HTTP.

`embedding` says what an embedder is; services import it.
"""
