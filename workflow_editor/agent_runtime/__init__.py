"""Agents as runs: a profile becomes a workflow, and each turn of a conversation is a run of it.

`start` begins a turn, `compile` makes the graph; shells and `conversations` import them.
"""
