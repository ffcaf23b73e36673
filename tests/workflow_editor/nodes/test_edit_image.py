"""Images made smaller and written in other formats, read back by Pillow; and what is no image, or too much of one."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.doubles.node_harness import NodeHarness
from tests.workflow_editor.nodes.test_effect_nodes import failure, run

ORIENTATION, MAKER = 0x0112, 0x010F


def picture(form: str, *, mode: str = "RGB", size: tuple[int, int] = (40, 20), **how: Any) -> bytes:
    out = BytesIO()
    Image.new(mode, size, **how).save(out, form)
    return out.getvalue()


def harness_with(content: bytes, name: str = "photo.bin") -> NodeHarness:
    harness = NodeHarness()
    harness.inputs["file"] = harness.files.save(name, "", [content]).to_json()
    return harness


def edited(content: bytes, name: str = "photo.bin", /, **config: Any) -> tuple[str, Image.Image, dict[str, Any]]:
    harness = harness_with(content, name)
    output = run("edit_image", {"file": "{{ inputs.file }}", **config}, harness).output
    kept = harness.files.kept[-1]
    image = Image.open(BytesIO(kept.content))
    assert (kept.content_type, image.size) == (
        f"image/{(image.format or '').lower()}",
        (output["width"], output["height"]),
    )
    return kept.name, image, output


@pytest.mark.parametrize(
    ("given", "config", "size"),
    [
        ((40, 20), {"max_width": 10}, (10, 5)),
        ((40, 20), {"max_height": 10}, (20, 10)),
        ((40, 20), {"max_width": 10, "max_height": 1}, (2, 1)),
        ((40, 20), {"max_width": 400}, (40, 20)),
        ((12_000, 100), {}, (10_000, 83)),
        ((5_000, 1), {"max_width": 10}, (10, 1)),
    ],
)
def test_an_image_keeps_its_proportions_and_never_grows(
    given: tuple[int, int], config: dict[str, int], size: tuple[int, int]
) -> None:
    assert edited(picture("PNG", size=given), **config)[1].size == size


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
@pytest.mark.parametrize("form", ["png", "jpeg", "webp"])
@pytest.mark.everyday_rows(6)
def test_each_kind_of_colour_is_written_in_each_format(mode: str, form: str) -> None:
    name, image, _ = edited(picture("TIFF", mode=mode), "茶.tiff", format=form)
    assert (image.format, name) == (form.upper(), {"png": "茶.png", "jpeg": "茶.jpg", "webp": "茶.webp"}[form])


@pytest.mark.parametrize(
    ("form", "kept"),
    [("PNG", "PNG"), ("JPEG", "JPEG"), ("WEBP", "WEBP"), ("GIF", "PNG"), ("BMP", "PNG"), ("TIFF", "PNG")],
)
def test_the_format_stays_where_it_can_be_written(form: str, kept: str) -> None:
    assert edited(picture(form))[1].format == kept


def test_what_is_seen_through_becomes_white_where_the_format_has_no_such_thing() -> None:
    content = picture("PNG", mode="RGBA", color=(255, 0, 0, 0))
    assert edited(content, format="png")[1].getpixel((0, 0)) == (255, 0, 0, 0)
    pixel = edited(content, format="jpeg")[1].getpixel((0, 0))
    assert isinstance(pixel, tuple)
    assert min(pixel) > 250


def test_a_photo_stands_upright_and_does_not_name_its_camera() -> None:
    out = BytesIO()
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = 6, "Camera"
    Image.new("RGB", (40, 20)).save(out, "JPEG", exif=exif)
    _, image, _ = edited(out.getvalue())
    assert image.size == (20, 40)
    assert dict(image.getexif()) == {}


def bomb(width: int, height: int) -> bytes:
    """Return a PNG that names a size and has hardly any content."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_an_image"),
        (b"no image", "not_an_image"),
        (b"%PDF-1.7", "not_an_image"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not_an_image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_an_image"),
        (picture("PNG", size=(300, 300), color="red")[:200], "image_damaged"),
        (picture("JPEG", size=(300, 300), color="red")[:400], "image_damaged"),
        (bomb(100, 100), "image_damaged"),
        (bomb(8_000, 8_000), "image_too_large"),
        (bomb(60_000, 60_000), "image_too_large"),
    ],
)
def test_what_is_no_image_is_refused(content: bytes, code: str) -> None:
    assert failure("edit_image", {"file": "{{ inputs.file }}"}, harness_with(content)).code == code


@pytest.mark.exhaustive
def test_the_largest_image_that_may_be_read_is_read() -> None:
    assert edited(picture("PNG", size=(7_700, 7_700)), max_width=77)[1].size == (77, 77)
