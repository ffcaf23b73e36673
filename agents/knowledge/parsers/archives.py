"""Office files are zip archives: what one would unpack to is looked at before anything is unpacked. Pure."""

from io import BytesIO
from zipfile import BadZipFile, ZipFile

from agents.knowledge.parsers.content import UnreadableError

MAX_UNPACKED_BYTES = 200 * 1024**2
MAX_ENTRIES = 20_000
_ENCRYPTED = 0x1


def check_archive(content: bytes) -> None:
    """Look at the table of contents.

    Raises:
        UnreadableError: `damaged`, `encrypted`, or `bomb`: far more would come out than an honest document holds.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError) as error:
        # NotImplementedError: ZipFile raises it for what it does not know of the format, as a newer version of it.
        raise UnreadableError("damaged") from error
    if len(entries) > MAX_ENTRIES or sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        raise UnreadableError("bomb")
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise UnreadableError("encrypted")
