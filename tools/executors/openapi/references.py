"""References inside a document; what they lead to outside of it is never fetched. Pure."""

from typing import Any
from urllib.parse import unquote

from tools.core.definitions import JsonObject
from tools.core.text import Text

_MAX_CHAIN = 20
_REMOTE = Text("It refers to another document ({reference}), which is not fetched.")
_MISSING = Text("It refers to {reference}, which is not in the document.")
_MOST_SHOWN = 120


class UnresolvedReferenceError(Exception):
    """A reference that cannot be resolved; `text` is the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class References:
    """Resolves references within one document."""

    def __init__(self, document: JsonObject) -> None:
        self._document = document

    def target(self, reference: str) -> Any:
        """Return a reference's target, possibly another reference.

        Raises UnresolvedReferenceError if it leads out of the document, or nowhere.
        """
        shown = reference[:_MOST_SHOWN]
        if not reference.startswith("#"):
            raise UnresolvedReferenceError(_REMOTE.filled(reference=shown))
        found: Any = self._document
        for part in reference[1:].split("/")[1:]:
            key = unquote(part).replace("~1", "/").replace("~0", "~")
            if isinstance(found, dict) and key in found:
                found = found[key]
            elif isinstance(found, list) and key.isdecimal() and len(key) < 6 and int(key) < len(found):
                found = found[int(key)]
            else:
                raise UnresolvedReferenceError(_MISSING.filled(reference=shown))
        return found

    def resolved(self, value: Any) -> JsonObject:
        """Return an object with references resolved.

        Raises UnresolvedReferenceError, as `target`, or for cycles and anything but objects.
        """
        reference = ""
        for _ in range(_MAX_CHAIN):
            if not isinstance(value, dict):
                break
            if not isinstance(value.get("$ref"), str):
                return value
            reference = value["$ref"]
            value = self.target(reference)
        raise UnresolvedReferenceError(_MISSING.filled(reference=reference[:_MOST_SHOWN] or "?"))


def object_of(value: Any) -> JsonObject:
    """Return a value of the document if it is an object, as documents of strangers need not have one; else {}."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
