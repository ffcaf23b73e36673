"""HTTP interface of workflows, runs, people and agents: views, serializers, throttles, problem documents.

`urls` is mounted under /api/. No layer below imports it.
"""
