"""Runs agents as workflows: a profile is compiled, and each turn of a conversation is a run.

`start` begins a turn, `compile` makes the graph; shells and `conversations` import them.
"""
