"""The languages that models are addressed in, and documents are written in."""

import re
from typing import Literal

Language = Literal["en", "zh"]
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def language_of(*texts: str) -> Language:
    """Return the language of texts: Chinese as soon as one of them has a Chinese character."""
    return "zh" if any(_CHINESE.search(text) for text in texts) else "en"
