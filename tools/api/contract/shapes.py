"""Shapes: typed classes of the JSON that comes in and goes out over HTTP.

A shape that comes in is checked: unknown fields and values of other types are refused, and texts lose the spaces around
them. One that goes out is not: a stored value beyond a limit that was lowered since must stay readable.
"""

from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Any, ClassVar, Self, TypeVar, Union, get_args, get_origin

from django.core.validators import ProhibitNullCharactersValidator
from django.http import QueryDict
from pydantic import MISSING, BaseModel, ConfigDict, ValidationError
from rest_framework.utils.encoders import JSONEncoder

from tools.api.contract.fields import AS_ARRIVED, UNCOPIED
from tools.api.contract.refusals import refused, refused_fields
from tools.core.field_errors import pointer
from tools.core.formats.json_text import write_json
from tools.core.text import Text

SUFFIX = "Shape"
"""No part of a component's name."""


class Shape(BaseModel):
    """A JSON object of the API.

    The class name without `Shape` is the name of its component; the suffix is for names that a model or another class
    has, too. Docstrings of the class and below its fields are the descriptions.
    """

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        str_strip_whitespace=True,
        allow_inf_nan=False,
        model_title_generator=lambda shape: shape.__name__.removesuffix(SUFFIX),
        # Validators are built where they are first used, under pydantic's own lock: a server starts with 2 MB less.
        defer_build=True,
    )

    _names: ClassVar[tuple[str, ...]]
    _json_fields: ClassVar[frozenset[str]]
    _uncopied: ClassVar[frozenset[str]]
    """Fields with one `JsonObject` or a list of them."""

    def __init_subclass__(cls, *, partial: bool = False, **kwargs: Any) -> None:
        """Accept `partial`, which `__pydantic_init_subclass__` reads."""
        super().__init_subclass__(**kwargs)

    @classmethod
    def __pydantic_init_subclass__(cls, *, partial: bool = False, **kwargs: Any) -> None:
        """Make every field optional, inherited ones too, when the class is `partial`: read it by `sent`."""
        super().__pydantic_init_subclass__(**kwargs)
        if partial:
            for field in cls.model_fields.values():
                field.default, field.default_factory = MISSING, None
            cls.model_rebuild(force=True)
        cls._names = tuple(cls.model_fields)
        cls._json_fields = frozenset(name for name, field in cls.model_fields.items() if _is_json(field.annotation))
        cls._uncopied = frozenset(
            field.alias or name
            for name, field in cls.model_fields.items()
            if _is_object(field.annotation, field.metadata)
        )

    @classmethod
    def of(cls, row: object, **others: Any) -> Self:
        """Return an answer: the attributes of a row, and values that replace or complete them. Nothing is checked.

        Raises:
            TypeError: JSON would be taken from the row without being named, secrets included.
        """
        if unnamed := cls._json_fields - others.keys():
            raise TypeError(f"{cls.__name__}: name {', '.join(sorted(unnamed))}")
        values = {name: others[name] if name in others else getattr(row, name) for name in cls._names}
        answer = cls.__new__(cls)
        # What `model_construct` ends with: every field has its value, so it need not look for aliases and defaults,
        # which took a twelfth of a run of fifty nodes.
        answer.__setstate__(
            {
                "__dict__": values,
                "__pydantic_fields_set__": set(values),
                "__pydantic_extra__": None,
                "__pydantic_private__": None,
            }
        )
        return answer

    def sent(self) -> dict[str, Any]:
        """Return the values of the fields that were sent, for a change that leaves the others as they are."""
        return {name: value for name, value in self if name in self.model_fields_set}


def _is_json(annotation: Any) -> bool:
    return annotation is Any or any(_is_json(part) for part in get_args(annotation))


def _is_object(annotation: Any, metadata: Sequence[object]) -> bool:
    """Return whether values are JSON objects, or lists of them, that nothing else checks."""
    if get_origin(annotation) is Annotated:
        return _is_object(get_args(annotation)[0], annotation.__metadata__)
    if get_origin(annotation) in (Union, UnionType, list):
        return any(_is_object(part, ()) for part in get_args(annotation))
    return AS_ARRIVED in metadata


EMPTY_COUNTS = object()
"""Annotation of a parameter for which empty is a value of its own."""


class Query(Shape):
    """The parameters of an address; unknown ones are left out, and an empty one is absent unless `EMPTY_COUNTS`."""

    model_config = ConfigDict(extra="ignore")


S = TypeVar("S", bound=Shape)


def plain(value: Any) -> Any:
    """Return what the JSON writer has no form for as JSON: shapes, texts, and whatever the framework knows.

    Raises:
        TypeError: none of these.
    """
    if isinstance(value, Shape):
        fields = vars(value)
        return (
            {name: one for name, one in fields.items() if one is not MISSING} if MISSING in fields.values() else fields
        )
    if isinstance(value, Text):
        return value.to_json()
    return JSONEncoder().default(value)


def read(shape: type[S], data: Any) -> S:
    """Return the checked values of a JSON body.

    Raises:
        RecordInvalidError: with a pointer to each field that is missing, wrong or unknown.
    """
    arrived: list[Any] = []
    if isinstance(data, dict):
        names = {field.alias or name for name, field in shape.model_fields.items()}
        # An unknown field is refused whatever it holds.
        data = {name: value if name in names else None for name, value in data.items()}
        for name in shape._uncopied & data.keys():
            data[name] = _referring(data[name], arrived)
    try:
        # Checked as JSON: in Python's values, strict types refuse the texts of times and ids.
        return shape.model_validate_json(write_json(data), context=arrived)
    except ValidationError as error:
        raise refused(shape, error) from None


def _referring(value: Any, arrived: list[Any]) -> Any:
    """Return a value with references in place of its objects, which are added to `arrived`."""
    if isinstance(value, list):
        return [_referring(one, arrived) if isinstance(one, dict) else one for one in value]
    if not isinstance(value, dict):
        return value
    arrived.append(value)
    return {UNCOPIED: len(arrived) - 1}


def read_texts(shape: type[S], data: QueryDict) -> S:
    """Return the checked values of an address or a form, where texts represent values of every type.

    Raises:
        RecordInvalidError: as `read`.
    """
    fields = shape.model_fields
    lists = {name for name, field in fields.items() if get_origin(field.annotation) is list}
    empty = {name for name, field in fields.items() if EMPTY_COUNTS in field.metadata}
    given = {name: data.getlist(name) if name in lists else data[name] for name in data}
    try:
        given = {name: value for name, value in given.items() if value != "" or name in empty}
        found = shape.model_validate(given, strict=False)
    except ValidationError as error:
        raise refused(shape, error) from None
    if wrong := [name for name, value in found if any("\0" in one for one in _texts(value))]:
        raise refused_fields((pointer([name]), "null_characters_not_allowed", _NUL) for name in wrong)
    return found


def _texts(value: Any) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


_NUL = str(ProhibitNullCharactersValidator.message)
