"""Regular expressions that take time proportional to the text, whatever the pattern: those of Rust's `regex`. Pure.

pydantic brings them along. They know neither look-around nor back-references; `(a+)+$`, which can keep Python's `re`
busy for ever, costs them nothing.
"""

from functools import lru_cache
from typing import Annotated

from pydantic import StringConstraints, TypeAdapter, ValidationError
from pydantic_core import SchemaError


class PatternError(ValueError):
    """Not a regular expression of this kind; the message says why, in English and without a full stop."""


def pattern_found(pattern: str, text: str) -> bool:
    """Say whether a pattern is found anywhere in a text.

    Raises:
        PatternError: it is none, or needs what would take time without end.
    """
    try:
        _compiled(pattern).validate_python(text)
    except ValidationError:
        return False
    except SchemaError as error:
        raise PatternError(str(error).strip().splitlines()[-1].rpartition("rror: ")[2].rstrip(".")) from error
    return True


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> TypeAdapter[str]:
    return TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)])
