"""pydantic's validation errors as pointers with sentences about what to do, in every language. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from tools.core.text import Text, either, sentences

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FieldError:
    """A value of the wrong shape; `message` gives the remedy."""

    pointer: str
    """JSON pointer (RFC 6901) from the value that was checked, "" for the value itself."""
    code: str
    message: Text

    @property
    def field(self) -> str:
        """The field as people write it, `rows.0.key`; "" for the value itself."""
        return self.pointer.removeprefix("/").replace("/", ".").replace("~1", "/").replace("~0", "~")

    @property
    def sentence(self) -> Text:
        if not self.field:
            return self.message
        return Text("{field}: {message}", field=self.field, message=self.message)


def refused_value(code: str, text: Text, at: Sequence[int | str] = ()) -> PydanticCustomError:
    """Return an error for our pydantic validators: a stable code, a translated sentence, and the location `at`."""
    return PydanticCustomError(
        code, "{message}", {"message": text.en, "translations": text.translations, "at": list(at)}
    )


def in_form(sentence: Text) -> WrapValidator:
    """Return the annotation that explains a pattern, placed behind it: people cannot read regular expressions."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError as error:
            if error.errors(include_url=False)[0]["type"] == "string_pattern_mismatch":
                raise refused_value("string_pattern_mismatch", sentence) from None
            raise

    return WrapValidator(check)


def in_words(errors: Sequence[FieldError]) -> Text:
    return sentences(error.sentence for error in errors)


def _choices(context: Context) -> Text:
    expected = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ").split(", ")
    # An empty choice has no name to offer.
    return Text("Choose one of {expected}.", expected=either([one for one in expected if one]))


def _number(limit: float) -> float:
    """Return a limit as people write it: 600 for 600.0, and all digits of a million."""
    return int(limit) if limit == int(limit) else limit


_REQUIRED = Text("This field is required.")
_SENTENCES: dict[str, Callable[[Context], Text]] = {
    "missing": lambda _: _REQUIRED,
    "extra_forbidden": lambda _: Text("This field does not exist. Remove it."),
    "literal_error": _choices,
    "enum": _choices,
    "bool_type": lambda _: Text("Enter true or false."),
    "bool_parsing": lambda _: Text("Enter true or false."),
    "string_type": lambda _: Text("Enter text."),
    "int_type": lambda _: Text("Enter a whole number."),
    "int_parsing": lambda _: Text("Enter a whole number."),
    "int_from_float": lambda _: Text("Enter a whole number."),
    "float_type": lambda _: Text("Enter a number."),
    "float_parsing": lambda _: Text("Enter a number."),
    "finite_number": lambda _: Text("Enter a finite number."),
    "list_type": lambda _: Text("Enter a list."),
    "dict_type": lambda _: Text("Enter an object."),
    "model_type": lambda _: Text("Enter an object."),
    "model_attributes_type": lambda _: Text("Enter an object."),
    "greater_than": lambda c: Text("Enter a number greater than {limit}.", limit=_number(c["gt"])),
    "greater_than_equal": lambda c: Text("Enter at least {limit}.", limit=_number(c["ge"])),
    "less_than": lambda c: Text("Enter a number less than {limit}.", limit=_number(c["lt"])),
    "less_than_equal": lambda c: Text("Enter at most {limit}.", limit=_number(c["le"])),
    "string_too_short": lambda c: (
        Text("Enter at least {limit} characters.", limit=c["min_length"]) if c["min_length"] > 1 else _REQUIRED
    ),
    "string_too_long": lambda c: Text("Enter at most {limit} characters.", limit=c["max_length"]),
    "too_long": lambda c: Text("Too many entries. The limit is {limit}.", limit=c["max_length"]),
    "too_short": lambda c: Text("Add more entries, at least {limit}.", limit=c["min_length"]),
    "string_pattern_mismatch": lambda c: Text("Use text in the format {pattern}.", pattern=c["pattern"]),
    "union_tag_invalid": lambda c: _choices({"expected": c["expected_tags"]}),
    "union_tag_not_found": lambda c: Text("Fill in the field {discriminator}.", discriminator=c["discriminator"]),
    "uuid_parsing": lambda _: Text("Enter a UUID."),
    "uuid_type": lambda _: Text("Enter a UUID."),
    "json_invalid": lambda _: Text("Enter valid JSON."),
}


def pointer(parts: Sequence[int | str]) -> str:
    """Join the parts to a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def field_errors(error: ValidationError, *, skip: int = 0) -> list[FieldError]:
    """Convert a validation error to field errors, in pydantic's order.

    `skip` drops leading parts of each location, such as the tag of a tagged union.
    """
    return [_field_error(detail, skip) for detail in error.errors(include_url=False, include_input=False)]


def _field_error(detail: ErrorDetails, skip: int) -> FieldError:
    context = detail.get("ctx", {})
    sentence = _SENTENCES.get(detail["type"])
    if "translations" in context:
        message = Text.of(en=context["message"], **context["translations"])
    elif sentence:
        message = sentence(context)
    else:
        message = Text("This value is not valid: {reason}", reason=detail["msg"])
    at = (*detail["loc"][skip:], *context.get("at", ()))
    return FieldError(pointer=pointer(at), code=detail["type"], message=message)
