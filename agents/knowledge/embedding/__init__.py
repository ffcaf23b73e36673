"""Embeds texts by a model's API or the offline embedder, and estimates the cost. Pure but for HTTP.

`embedding` defines the embedder; services import it.
"""
