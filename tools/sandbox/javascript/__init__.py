"""JavaScript in the sandbox: QuickJS as WebAssembly under `wasmtime`, in killable worker processes.

`guest` is the interpreter, `process` the worker around it, `workers` their pool, `run` the sandbox's entry. The files
in `prelude` run before the code and define browser and Node names.
"""
