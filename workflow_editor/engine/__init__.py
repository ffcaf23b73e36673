"""Scheduler: compiles a version to a plan and decides what runs next. Pure, no framework.

`plan` compiles, `advance` takes a step in memory, `events` are the facts of a run. Services store a step's decisions.
"""
