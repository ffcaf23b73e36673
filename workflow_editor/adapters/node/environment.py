"""Variables of the installation for `env`."""

from tools.core.definitions import JsonObject
from workflow_editor.models import Variable


def environment(*, of_test: bool = False) -> JsonObject:
    """Return the current values by name, or their test values with `of_test`."""
    rows = Variable.objects.values_list("name", "value", "test_value")
    return {name: test if of_test and test is not None else value for name, value, test in rows}
