"""Recorded model and tool traffic of runs: format, replay, and assertions. Pure.

`format` is the document, `player` replays it; adapters and services import both.
"""
