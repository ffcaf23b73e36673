"""python-liquid's template errors in every language. Pure."""

from tools.core.text import Text

_WORDS = {
    "end of expression": Text("end of expression"),
    "end of file": Text("end of file"),
    "word": Text("a name"),
    "string": Text("text in quotes"),
    "integer": Text("a number"),
    "float": Text("a number"),
    "a primitive expression": Text("a value or a name"),
    "an identifier": Text("a name"),
    "an infix expression": Text("an operator"),
    "'reversed', 'offset' or 'limit'": Text("reversed, offset or limit"),
    "lparen": Text.verbatim("“(”"),
    "rparen": Text.verbatim("“)”"),
    "lbracket": Text.verbatim("“[”"),
    "rbracket": Text.verbatim("“]”"),
    "pipe": Text.verbatim("“|”"),
    "colon": Text.verbatim("“:”"),
    "comma": Text.verbatim("“,”"),
    "dot": Text.verbatim("“.”"),
    "range": Text.verbatim("“..”"),
    "eq": Text.verbatim("“==”"),
    "ne": Text.verbatim("“!=”"),
    "assign": Text.verbatim("“=”"),
}
"""The library's names of what it reads; the others are signs and words of templates themselves."""
_WHOLE = {
    "missing expression": Text("missing expression"),
    "missing or unexpected path segment": Text("missing or unexpected path segment"),
    "comment tag was never closed": Text("comment tag was never closed"),
    "unbalanced parentheses": Text("unbalanced parentheses"),
    "loop iteration limit reached": Text("loop iteration limit reached"),
    "output stream limit reached": Text("output stream limit reached"),
    "local namespace limit reached": Text("local namespace limit reached"),
    "range literal length limit reached": Text("range literal length limit reached"),
}
_PARTS = {
    "not supported between": Text("values of different kinds cannot be compared"),
    "can't sort sequence": Text("values of different kinds cannot be sorted"),
    "ConversionSyntax": Text("one of the values is not a number"),
    "could not cast": Text("one of the values is not a number"),
    "base64": Text("the value is not Base64"),
}
"""By a part of the library's or Python's words, which name Python's types."""


def liquid_reason(message: str, otherwise: Text) -> Text:
    """Return the reason without a full stop; `otherwise` is for unknown ones in other languages than English."""
    if known := _WHOLE.get(message):
        return known
    if known := next((text for part, text in _PARTS.items() if part in message), None):
        return known
    expected, found_word, found = message.partition(", found ")
    if found_word and expected.startswith("expected "):
        wanted, got = _word(expected.removeprefix("expected ")), _word(found)
        return Text("expected {wanted}, found {got}", wanted=wanted, got=got)
    kind, _, rest = message.partition(" ")
    if kind == "unexpected" and rest.startswith("tag "):
        tag = "{% " + _unquoted(rest.removeprefix("tag ")) + " %}"
        return Text("{tag} does not exist or is not allowed here", tag=tag)
    if kind == "unexpected" and len(_unquoted(rest)) == 1:
        return Text("“{rest}” cannot be used here", rest=_unquoted(rest))
    return Text.of(**otherwise.to_json() | ({"en": message} if message else {}))


def _word(name: str) -> Text:
    if known := _WORDS.get(name):
        return known
    if name.startswith("tag "):
        tag = "{% " + _unquoted(name.removeprefix("tag ")) + " %}"
        return Text.verbatim(tag)
    return Text.verbatim(f"“{_unquoted(name)}”")


def _unquoted(word: str) -> str:
    quoted = len(word) > 1 and word[0] == word[-1] and word[0] in "'\""
    return word[1:-1] if quoted else word
