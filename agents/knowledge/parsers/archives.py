"""Office files are zip archives: what one would unpack to is looked at before anything is unpacked. Pure."""

from agents.knowledge.parsers.content import UnreadableError
from tools.core.formats.archives import office_problem


def check_archive(content: bytes) -> None:
    """Check the table of contents.

    Raises UnreadableError with `damaged`, `encrypted`, or `bomb` (an implausible unpacked size).
    """
    if problem := office_problem(content):
        raise UnreadableError(problem)
