"""What `env` means: the variables of the installation."""

from tools.core.definitions import JsonObject
from workflow_editor.models import Variable


def environment(mode: str) -> JsonObject:
    """Return the value of each variable by its name, as it is now, for a run in this mode."""
    rows = Variable.objects.values_list("name", "value", "test_value")
    return {name: value if test is None or mode == "live" else test for name, value, test in rows}
