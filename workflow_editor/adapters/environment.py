"""What `env` means: the variables of the installation."""

from tools.core.definitions import JsonObject
from workflow_editor.models import Variable


def environment(*, of_test: bool = False) -> JsonObject:
    """Return the value of each variable by its name, as it is now.

    Args:
        of_test: its test value, where it has one.
    """
    rows = Variable.objects.values_list("name", "value", "test_value")
    return {name: test if of_test and test is not None else value for name, value, test in rows}
