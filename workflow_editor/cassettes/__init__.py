"""Recorded model and tool traffic of runs: its form, replaying it, and what may be demanded of a replay. Pure.

`format` is the document, `player` replays it; adapters and services import both.
"""
