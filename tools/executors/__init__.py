"""The code behind the tools: one folder per integration, complete in itself; `contract` says what an executor is.

`builtin` lists them and `registry` finds them; outside this folder import the registry and `contract`, not an
executor.
"""


def register_all() -> None:
    """Fill the process-wide registry; called once from `AppConfig.ready()`, harmless when called again."""
    # Imported late: the registry imports this package's base module.
    from tools.executors.builtin import register_all as register

    register()
