"""Scales and converts images in a process: `python -m workflow_editor.nodes.file_writers.image`.

Input: a line of JSON, the `ImageChange`, then the image. Output: a line of JSON, `format`, `width` and `height` or
`reason`, then the new image.
"""

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any, Literal

from tools.core.text import Text
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process
from workflow_editor.errors import NodeError

ImageFormat = Literal["png", "jpeg", "webp"]
MAX_BYTES = 50 * 1024**2
MAX_SIDE = 10_000
"""Pixels of what is written."""
_MAX_PIXELS = 60_000_000
"""Input limit: phone cameras take up to 50 million pixels, four bytes each, twice."""
_DEADLINE_S = 60.0
_READ = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_REFUSED = {
    "unknown": ("not_an_image", Text("“{name}” is no image that can be read. Use PNG, JPEG, WebP, GIF, BMP or TIFF.")),
    "damaged": ("image_damaged", Text("“{name}” is damaged. Open it in its application and save it again.")),
    "too_large": (
        "image_too_large",
        Text("“{name}” has more than {most} million pixels. Make it smaller first."),
    ),
}


@dataclass(frozen=True, slots=True)
class ImageChange:
    format: Literal["same", "png", "jpeg", "webp"] = "same"
    max_width: int = 0
    """Pixels; 0 for any. The proportions stay, and nothing is made larger."""
    max_height: int = 0
    quality: int = 85
    """1 to 100, of JPEG and WebP."""


@dataclass(frozen=True, slots=True)
class ChangedImage:
    content: bytes
    format: ImageFormat
    width: int
    height: int


def changed_image(content: bytes, change: ImageChange, name: str) -> ChangedImage:
    """Return the changed image, upright and without metadata; of animations the first frame, unsupported formats as
    PNG.

    Raises NodeError (`not_an_image`, `image_damaged` or `image_too_large`), naming the file.
    """
    request = json.dumps(asdict(change)).encode() + b"\n" + content
    try:
        answer = call_in_process(__name__, content=request, deadline_s=_DEADLINE_S)
    except (TimeoutError, ProcessFailedError):
        raise _refused("damaged", name) from None
    head, _, made = answer.partition(b"\n")
    facts = json.loads(head)
    if "reason" in facts:
        raise _refused(facts["reason"], name)
    return ChangedImage(made, **facts)


def _refused(reason: str, name: str) -> NodeError:
    code, text = _REFUSED[reason]
    return NodeError(text.filled(name=name, most=_MAX_PIXELS // 1_000_000), code=code)


def _answer(arguments: list[str], request: bytes) -> bytes:
    head, _, content = request.partition(b"\n")
    facts, made = change_here(content, ImageChange(**json.loads(head)))
    return json.dumps(facts).encode() + b"\n" + made


def change_here(content: bytes, change: ImageChange) -> tuple[dict[str, Any], bytes]:
    """Return `format`, `width` and `height` with the new image, or a `reason` of `_REFUSED` and nothing.

    For a killable process: the library can use unbounded time and memory.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        read = Image.open(BytesIO(content), formats=_READ)
        if read.width * read.height > _MAX_PIXELS:
            return {"reason": "too_large"}, b""
        upright = ImageOps.exif_transpose(read)
        # Colours of print and of palettes, which neither browsers nor all formats know.
        image = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except UnidentifiedImageError:
        return {"reason": "unknown"}, b""
    except Image.DecompressionBombError:
        return {"reason": "too_large"}, b""
    except (OSError, SyntaxError, ValueError):
        return {"reason": "damaged"}, b""
    kept = {"JPEG": "jpeg", "WEBP": "webp"}.get(read.format or "", "png")
    wanted = kept if change.format == "same" else change.format
    image.thumbnail((change.max_width or MAX_SIDE, change.max_height or MAX_SIDE))
    if wanted == "jpeg" and image.mode == "RGBA":
        page = Image.new("RGB", image.size, "white")
        page.paste(image, mask=image)
        image = page
    out = BytesIO()
    image.save(out, wanted, quality=change.quality)
    return {"format": wanted, "width": image.width, "height": image.height}, out.getvalue()


if __name__ == "__main__":
    answer_once(_answer)
