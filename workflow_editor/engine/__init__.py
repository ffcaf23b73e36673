"""The scheduler: a version compiled to a plan, and the state machine that says what runs next. Pure, no framework.

`plan` compiles, `advance` takes a step in memory, `events` are the facts of a run. Services store what a step
decided.
"""
