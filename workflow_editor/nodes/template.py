"""A compiled template, whatever compiled it, and the look-up of its references."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Literal

from workflow_editor.nodes.evaluation import client as evaluation_client
from workflow_editor.nodes.evaluation.client import Segments
from workflow_editor.nodes.lookup import UNKNOWN, Missing, Roots, walk
from workflow_editor.nodes.render_budget import Budget, TooMuchHereError

MAX_FILLED_CHARACTERS = 5_000_000
ReferenceKind = Literal["node", "input"]
LIQUID_WORDS = frozenset(
    "true false nil null empty blank and or contains not in offset limit reversed cols continue with for as if else "
    "required".split()
)


class Template(ABC):
    """A compiled template; may be used from any thread."""

    source: str
    paths: tuple[Segments, ...]
    """The static references in it, as far as they can be known: the first dynamic segment ends a path."""

    def render(self, roots: Roots) -> str:
        """Fill in the text: here, or in a worker process once it turns out to be more than a little work.

        Raises:
            TemplateError: a filter failed or a limit was passed.
        """
        try:
            return self.fill(roots, Budget())
        except TooMuchHereError:
            return str(evaluation_client.template_filled(self.source, self.paths, roots, "render"))

    def value(self, roots: Roots) -> Any:
        """Return the value itself when the template is one single reference, else the text.

        Raises:
            TemplateError: as `render`.
        """
        try:
            return self.fill_value(roots, Budget())
        except TooMuchHereError:
            return evaluation_client.template_filled(self.source, self.paths, roots, "value")

    def missing(self, roots: Roots) -> list[str]:
        """Return the references that have no value, as `nodes.fetch.title`, without repeats.

        Raises:
            TemplateError: as `render`.
        """
        try:
            return self.find_missing(roots, Budget())
        except TooMuchHereError:
            return [str(path) for path in evaluation_client.template_filled(self.source, self.paths, roots, "missing")]

    @abstractmethod
    def fill(self, roots: Roots, budget: Budget) -> str:
        """Fill in the text here.

        Raises:
            TemplateError: as `render`.
            TooMuchHereError: the budget is used up.
        """

    @abstractmethod
    def fill_value(self, roots: Roots, budget: Budget) -> Any:
        """Return the value here; see `value` and `fill`."""

    def find_missing(self, roots: Roots, budget: Budget) -> list[str]:
        """Return what is missing, found here; see `missing` and `fill`."""
        absent = (path for path in self.paths if isinstance(resolve(path, roots, budget), Missing))
        return list(dict.fromkeys(".".join(map(str, path)) for path in absent))

    def references(self) -> Iterator[tuple[ReferenceKind, str]]:
        """Yield which nodes (by key or shown name) and run inputs are referred to."""
        for path in self.paths:
            root, *rest = path
            if root in ("nodes", "inputs"):
                if rest and isinstance(rest[0], str):
                    yield "node" if root == "nodes" else "input", rest[0]
            else:
                yield "node", str(root)

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield (node, field) of the references that name a field of a node's output."""
        for root, *rest in self.paths:
            if root == "inputs":
                continue
            steps = rest if root == "nodes" else [root, *rest]
            if len(steps) > 1 and isinstance(steps[0], str) and isinstance(steps[1], str):
                yield steps[0], steps[1]


def resolve(path: Segments, roots: Roots, budget: Budget) -> object:
    """Return the value that a reference means, or a `Missing`.

    Raises:
        TooMuchHereError: the budget is used up.
    """
    budget.spend(1)
    try:
        root = roots[str(path[0])]
    except KeyError:
        return UNKNOWN
    return walk(root, path[1:], budget)
