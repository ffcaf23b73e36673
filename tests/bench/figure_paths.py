"""Places of figures in what the bench measured."""

from collections.abc import Iterable, Mapping
from typing import Any

FigurePath = tuple[str, ...]
"""Names from the part down to the figure."""


def figure_at(figures: Mapping[str, Any], path: FigurePath) -> float | None:
    """Return the figure, or None when it was not measured."""
    found: Any = figures
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, int | float) else None


def missing_figures(figures: Mapping[str, Any], paths: Iterable[FigurePath]) -> list[str]:
    """Return the places that hold no figure although their part was measured."""
    expected = {path for path in paths if path[0] in figures}
    return sorted(".".join(path) for path in expected if figure_at(figures, path) is None)
