"""Documents as they were before node types had a second version, with their inputs and what their runs gave then.

`options.jsonl` has one for each option of each node type, `starters.jsonl` the ready-made workflows. `record.py` made
both in a checkout of 67f9fedb, the last commit before; they are not made again.
"""
