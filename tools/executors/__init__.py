"""Tool implementations: one self-contained folder per integration; `contract` defines an executor.

`builtin` lists them and `registry` finds them; outside this folder import the registry and `contract`, not an executor.
"""


def register_all() -> None:
    """Fill the process-wide registry; called once from `AppConfig.ready()`, harmless when called again."""
    # Imported late: the registry imports this package's base module.
    from tools.executors.builtin import register_all as register

    register()
