"""Runs work on untrusted values that may take too long in killable processes: expressions, patterns, schemas.

No framework. Others use `pool.EvaluationPool`; `single_process` is for whole files.
"""
