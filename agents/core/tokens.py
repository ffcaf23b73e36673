"""About how long a text is for a model, without its tokenizer. Pure."""

_CHARS_PER_TOKEN = 4
_FIRST_WIDE_CHARACTER = "\u2e80"
"""From here on a character counts as a token of its own: Chinese, Japanese, Korean."""


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text is: counted too high rather than too low."""
    wide = sum(character >= _FIRST_WIDE_CHARACTER for character in text)
    return wide + -(-(len(text) - wide) // _CHARS_PER_TOKEN)
