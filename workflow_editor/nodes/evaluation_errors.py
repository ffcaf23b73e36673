"""Errors of templates and expressions; `text` says why in every language."""

from workflow_editor.errors import NodeError


class TemplateError(NodeError):
    """A template cannot be read or filled in; `text` says why in every language."""

    code = "template_invalid"


class ExpressionError(NodeError):
    """An expression cannot be read or evaluated; `text` says why in every language."""

    code = "expression_invalid"
