"""Keys in PEM form (RFC 7468) as they come out of a field of one line. Pure."""

import re

_PEM = re.compile(r"(?P<begin>-----BEGIN [A-Z ]{1,40}-----)(?P<body>[^-]+)(?P<end>-----END [A-Z ]{1,40}-----)\s?")


def with_line_ends(text: str) -> str:
    """Return a key with the line ends that a field of one line takes from the PEM form; anything else as it is."""
    return _PEM.sub(_in_lines, text)


def _in_lines(found: re.Match[str]) -> str:
    body = "".join(found["body"].split())
    return "\n".join([found["begin"], *(body[at : at + 64] for at in range(0, len(body), 64)), found["end"], ""])
