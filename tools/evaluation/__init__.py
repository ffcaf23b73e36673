"""Work on values from outside that may take too long, in processes that can be killed: expressions, patterns, schemas.

No framework. `pool.EvaluationPool` is what others use; `single_process` is for whole files.
"""
