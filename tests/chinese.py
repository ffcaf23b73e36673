"""Checks whether a reader of Chinese gets Chinese: English prose within a sentence is what catalogues cannot see."""

import re

_CHINESE = re.compile("[\u4e00-\u9fff]")
_PROSE = re.compile(r"\b[A-Za-z]+(?:[ ;:]+[A-Za-z]+){2,}")


def is_chinese(words: str) -> bool:
    """Say whether there is Chinese, and nowhere three English words in a row: two may be a name."""
    return _CHINESE.search(words) is not None and _PROSE.search(words) is None
