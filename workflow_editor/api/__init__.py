"""HTTP interface of workflows, runs, people and agents: views, throttles, problem documents.

`urls` is mounted under /api/. No layer below imports it.
"""
