"""HTTP interface of the agents layer: model providers and their models.

`urls` is mounted under /api/. Conversations with agents are runs: see `workflow_editor.conversations`.
"""
