"""The answer to whoever wants to run a graph that cannot run."""

from collections.abc import Sequence

from workflow_editor.errors import GraphInvalidError
from workflow_editor.graph.validation import Problem, has_errors


def refuse_errors(found: Sequence[Problem], sentence: str = "This graph cannot run yet.") -> None:
    """Raise when any of these problems keeps a graph from running.

    Raises:
        GraphInvalidError: `details["problems"]` lists all that were given, as the problems list does.
    """
    if has_errors(found):
        raise GraphInvalidError(sentence, details={"problems": [problem.to_json() for problem in found]})
