"""JavaScript in the sandbox: QuickJS as WebAssembly under `wasmtime`, in worker processes that can be killed.

`guest` is the interpreter, `process` the worker around it, `workers` their pool, and `run` is what the sandbox calls.
The files in `prelude` run before the code and give it the names that a browser or Node would have.
"""
