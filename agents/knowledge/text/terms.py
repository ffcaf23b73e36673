"""Normalizes words for lexical search: lower case, folded plurals, Chinese as character pairs. Pure.

One function prepares stored texts and queries, so both databases work with their simplest tokenizers, also for Chinese,
which they cannot split.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(f"[{_CJK}]+|[^\\W{_CJK}]+")
_IS_CJK = re.compile(f"[{_CJK}]")
_MAX_TERM_CHARS = 64
_LONG_WORD = 1_000

STOP_WORDS = frozenset(
    "a about an and any are as at be been but by can could did do does for from had has have how i if in into is it "
    "its many me much my not of on or our should so some than that the their them then there these they this those to "
    "was we were what when where which who whom whose why will with would you your".split()
)
_STOP_PAIRS = frozenset(
    "什么 怎么 怎样 如何 为什 哪些 哪个 哪里 哪一 多少 几个 是否 可以 能否 请问 一个 这个 那个 我们 你们 他们 "
    "的是 是什 是多 有多 有哪 么时 时候".split()
)


def terms_of(text: str) -> Iterator[str]:
    """Yield the terms of a text in their order, repetitions included."""
    for run in _RUN.findall(_normal(text).lower()):
        if _IS_CJK.match(run):
            yield from _pairs(run)
        else:
            yield _stem(run[:_MAX_TERM_CHARS])


def stored_terms(text: str) -> str:
    """Return the terms that the full text index is given, with a space between them."""
    return " ".join(terms_of(text))


def query_terms(query: str) -> list[str]:
    """Return the different terms of a question that say something; all of them where none does."""
    found = list(dict.fromkeys(terms_of(query)))
    return [term for term in found if term not in STOP_WORDS and term not in _STOP_PAIRS] or found


def coverage(terms: Sequence[str], stored: str) -> float:
    """Return the share of a query's terms in a passage's `stored_terms`, from 0 to 1."""
    # Without taking a hundred passages apart for each question.
    present = f" {stored} "
    return sum(f" {term} " in present for term in terms) / len(terms) if terms else 0.0


def _normal(text: str) -> str:
    """Return the text in the form NFKC; Python takes quadratic time for the marks of one letter, so words are cut."""
    return " ".join(map(_normal_word, text.split()))


def _normal_word(word: str) -> str:
    pieces = (word[at : at + _LONG_WORD] for at in range(0, len(word), _LONG_WORD))
    return "".join(unicodedata.normalize("NFKC", piece) for piece in pieces)


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for position in range(len(run) - 1):
        yield run[position : position + 2]


def _stem(word: str) -> str:
    """Fold plurals, by the rules of Harman's S stemmer."""
    if len(word) < 4 or not word.endswith("s") or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word if word.endswith(("us", "ss")) else word[:-1]
