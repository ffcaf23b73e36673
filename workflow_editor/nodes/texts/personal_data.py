"""Finds personal data in texts: addresses and numbers, with check digits where defined. Pure.

Every pattern is linear: its parts are bounded and do not overlap.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["email", "phone", "chinese_id", "card", "iban", "ip_address"]

_ID_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_SIGNS: Final = "10X98765432"


@dataclass(frozen=True, slots=True)
class Found:
    kind: Kind
    start: int
    end: int


def _is_chinese_id(text: str) -> bool:
    """Source: GB 11643-1999."""
    total = sum(int(digit) * weight for digit, weight in zip(text[:17], _ID_WEIGHTS, strict=True))
    return _ID_SIGNS[total % 11] == text[17].upper()


def _is_card(text: str) -> bool:
    """Source: ISO/IEC 7812-1, annex B."""
    digits = [int(sign) for sign in text if sign.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return 13 <= len(digits) <= 19 and (sum(digits[::-2]) + sum(doubled)) % 10 == 0


def _is_iban(text: str) -> bool:
    """Source: ISO 13616-1."""
    plain = text.replace(" ", "").upper()
    return 15 <= len(plain) <= 34 and int("".join(str(int(sign, 36)) for sign in plain[4:] + plain[:4])) % 97 == 1


def _is_ip_address(text: str) -> bool:
    return all(int(part) < 256 for part in text.split("."))


def _always(_: str) -> bool:
    return True


_PATTERNS: Final[tuple[tuple[Kind, re.Pattern[str], Callable[[str], bool]], ...]] = (
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,63}){1,4}", re.I), _always),
    ("chinese_id", re.compile(r"(?<!\d)[1-9]\d{16}[\dXx](?![\dA-Za-z])", re.A), _is_chinese_id),
    ("iban", re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b", re.A), _is_iban),
    ("card", re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)", re.A), _is_card),
    ("ip_address", re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])", re.A), _is_ip_address),
    # A number of a mobile in China, or one that begins with the code of a country.
    ("phone", re.compile(r"(?<![\d+])(?:1[3-9]\d{9}|\+[1-9](?:[ ().-]{0,2}\d){7,14})(?!\d)", re.A), _always),
)


def personal_data(text: str) -> list[Found]:
    """Return what is found, in its order; of two that overlap, the first counts."""
    taken: list[Found] = []
    for kind, pattern, is_one in _PATTERNS:
        taken += [Found(kind, match.start(), match.end()) for match in pattern.finditer(text) if is_one(match[0])]
    return list(_apart(sorted(taken, key=lambda found: found.start)))


def _apart(found: list[Found]) -> Iterator[Found]:
    end = -1
    for one in found:
        if one.start >= end:
            yield one
            end = one.end


def masked(text: str, found: list[Found]) -> str:
    """Return the text with `[email]`, `[phone]` and so on in place of what was found."""
    pieces, at = [], 0
    for one in found:
        pieces += [text[at : one.start], f"[{one.kind}]"]
        at = one.end
    return "".join([*pieces, text[at:]])
