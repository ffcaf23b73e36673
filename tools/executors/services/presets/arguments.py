"""What arguments of many services have in common. Pure."""

from tools.core.text import Text
from tools.executors.services.preset import Argument

QUERY = Text("Search for")
TEXT = Text("Text")
TITLE = Text("Title")
PAGE_SIZE = Text("Items per page")
NEXT_PAGE = Text("Next page")


def count(most: int) -> dict[str, int]:
    """Return the limits of a number of items."""
    return {"minimum": 1, "maximum": most}


def length(most: int) -> dict[str, int]:
    """Return the limits of a text that cannot be empty, in characters."""
    return {"minLength": 1, "maxLength": most}


def part_of_path(title: Text, most: int = 200, help: Text | None = None) -> Argument:
    """Return an argument that stands in the path."""
    return Argument(title, place="path", required=True, help=help, limits=length(most))


ID = part_of_path(Text("ID"))
