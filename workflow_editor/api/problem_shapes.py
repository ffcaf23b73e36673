"""Errors, and problems of graphs, as the API shows them."""

from pydantic import MISSING

from tools.api.contract.fields import LocalText
from tools.api.contract.shapes import Shape
from workflow_editor.graph.catalogue import Severity


class FieldErrorShape(Shape):
    """Problem of one field; `pointer` is a JSON pointer (RFC 6901) into the request."""

    pointer: str
    code: str
    message: str


class ProblemShape(Shape):
    """One entry of a graph's problems list; `field` is a JSON pointer into the node's config."""

    code: str
    severity: Severity
    node_key: str | None
    edge_id: str | None
    field: str | None
    message: LocalText


class ApiProblem(Shape):
    """Every error answer (RFC 9457). Further members depend on the code."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldErrorShape] | MISSING = MISSING
    problems: list[ProblemShape] | MISSING = MISSING
