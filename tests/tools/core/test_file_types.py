"""Types of files by content, by the bits that the formats' specifications give."""

from io import BytesIO

import pytest

from tools.core.formats.file_types import TEXT, UNKNOWN, shown_type, type_of

FRAME = bytes(60)
MPEG_VERSIONS = {"1": 0b11, "2": 0b10, "2.5": 0b00}
LAYER_III = 0b01


def mpeg_start(version: int, layer: int, protection: int) -> bytes:
    """Return the first two bytes of a frame. Source: ISO/IEC 11172-3, 2.4.1.3; MPEG 2.5 clears the last sync bit."""
    return bytes((0xFF, 0b1110_0000 | version << 3 | layer << 1 | protection))


@pytest.mark.parametrize("protection", [0, 1])
@pytest.mark.parametrize("version", MPEG_VERSIONS.values(), ids=MPEG_VERSIONS)
def test_every_frame_of_layer_three_is_mp3(version: int, protection: int) -> None:
    content = mpeg_start(version, LAYER_III, protection) + b"\x90\x64" + FRAME
    assert shown_type(BytesIO(content)) == "audio/mpeg"
    assert type_of("talk.txt", "text/plain", BytesIO(content)) == "audio/mpeg"


@pytest.mark.parametrize("protection", [0, 1])
@pytest.mark.parametrize("version", [0, 1], ids=["MPEG 4", "MPEG 2"])
def test_every_frame_of_adts_is_aac(version: int, protection: int) -> None:
    """Source: ISO/IEC 13818-7, 6.2: twelve bits of sync, the version, a layer of two zero bits."""
    content = bytes((0xFF, 0b1111_0000 | version << 3 | protection)) + b"\x50\x80" + FRAME
    assert shown_type(BytesIO(content)) == "audio/aac"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (mpeg_start(0b01, LAYER_III, 1) + FRAME, UNKNOWN),
        (b"\xff\xe0" + FRAME, UNKNOWN),
        (b"\xff" * 40, UNKNOWN),
        ("\ufeff茶".encode("utf-16-le"), TEXT),
        (b"\xff\xd8\xff\xe2" + FRAME, "image/jpeg"),
        (b"ID3\x04\x00" + FRAME, "audio/mpeg"),
    ],
    ids=["reserved version", "sync alone", "filling", "UTF-16", "a picture", "a tag"],
)
def test_what_is_near_is_distinguished(content: bytes, kind: str) -> None:
    assert shown_type(BytesIO(content)) == kind
