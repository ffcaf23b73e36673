"""Office files are zip archives: what one would unpack to is looked at before anything is unpacked. Pure."""

from io import BytesIO
from zipfile import BadZipFile

from agents.knowledge.parsers.content import UnreadableError
from tools.core.formats.archives import LongListError, open_archive

MAX_UNPACKED_BYTES = 200 * 1024**2
_ENCRYPTED = 0x1


def check_archive(content: bytes) -> None:
    """Check the table of contents.

    Raises UnreadableError with `damaged`, `encrypted`, or `bomb` (an implausible unpacked size).
    """
    try:
        with open_archive(BytesIO(content)) as archive:
            entries = archive.infolist()
    except LongListError as error:
        raise UnreadableError("bomb") from error
    except BadZipFile as error:
        raise UnreadableError("damaged") from error
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        raise UnreadableError("bomb")
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise UnreadableError("encrypted")
