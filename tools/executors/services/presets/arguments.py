"""Arguments shared by many services. Pure."""

from tools.core.text import Text
from tools.executors.services.preset import Argument

QUERY = Text("Search for")
TEXT = Text("Text")
TITLE = Text("Title")
PAGE_SIZE = Text("Items per page")
NEXT_PAGE = Text("Next page")


def count(most: int) -> dict[str, int]:
    return {"minimum": 1, "maximum": most}


def length(most: int) -> dict[str, int]:
    """Return the limits of a text that cannot be empty, in characters."""
    return {"minLength": 1, "maxLength": most}


def part_of_path(title: Text, most: int = 200, help: Text | None = None) -> Argument:
    return Argument(title, place="path", required=True, help=help, limits=length(most))


def part_of_body(title: Text, most: int, help: Text | None = None, name: str = "") -> Argument:
    return Argument(title, place="field", name=name, required=True, help=help, limits=length(most))


def such_as(example: str) -> Text:
    return Text("Such as {example}.", example=example)


ID = part_of_path(Text("ID"))
RANGE = Text("Range")
START = Text("Starts at")
END = Text("Ends at")
HTML_FORM = Text("As HTML")
CSV = "text/csv"
SUBJECT = part_of_body(Text("Subject"), 900)
CELLS = Argument(
    Text("Rows"),
    "array",
    "field",
    required=True,
    help=Text("A list of rows, each a list of cells."),
    limits={
        "items": {"type": "array", "items": {"type": ["string", "number", "boolean", "null"]}, "maxItems": 1_000},
        "minItems": 1,
        "maxItems": 5_000,
    },
)


def addresses(title: Text, *, required: bool = False) -> Argument:
    least = {"minItems": 1} if required else {}
    limits = {"items": {"type": "string", "minLength": 3, "maxLength": 320}, "maxItems": 100, **least}
    return Argument(title, "array", "field", required=required, limits=limits)
