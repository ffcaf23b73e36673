"""Refuses runs of a graph with errors."""

from collections.abc import Sequence

from workflow_editor.errors import GraphInvalidError
from workflow_editor.graph.validation import Problem, has_errors


def refuse_errors(found: Sequence[Problem], sentence: str = "This graph cannot run yet.") -> None:
    """Raise GraphInvalidError, listing all given problems in `details["problems"]`, if one is an error."""
    if has_errors(found):
        raise GraphInvalidError(sentence, details={"problems": [problem.to_json() for problem in found]})
