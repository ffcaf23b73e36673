"""The languages that models are addressed in."""

import re
from typing import Literal

Language = Literal["en", "zh"]
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def language_of(*texts: str) -> Language:
    """Return the language in which a model is spoken to: Chinese as soon as one of the texts is."""
    return "zh" if any(_CHINESE.search(text) for text in texts) else "en"
