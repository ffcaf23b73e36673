"""One module per executor; `register_all` takes all of them up."""


def register_all() -> None:
    """Fill the process-wide registry; called once from `AppConfig.ready()`, harmless when called again."""
    # Imported late: the registry imports this package's base module.
    from tools.executors.builtin import register_all as register

    register()
