"""Edit image: smaller, or in another format."""

from datetime import UTC, datetime
from typing import Literal

from tools.core.call.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.fields.file_names import file_name
from workflow_editor.nodes.file_writers.image import MAX_BYTES, MAX_SIDE, ImageChange, changed_image
from workflow_editor.nodes.ports import NodeContext

_ENDINGS = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}
_TOO_LARGE = Text("“{name}” is larger than {most} MB. Make it smaller first.", name="", most=0)


class EditImageConfig(NodeConfig):
    file: str = form_field(
        "Image",
        "A reference to a file, such as {{ inputs.photo }}.",
        default="",
        widget="template-line",
        autofocus=True,
    )
    max_width: int = form_field(
        "Width at most",
        "In pixels. 0 for any. Proportions are kept, and nothing is enlarged.",
        default=0,
        ge=0,
        le=MAX_SIDE,
    )
    max_height: int = form_field("Height at most", "In pixels. 0 for any.", default=0, ge=0, le=MAX_SIDE)
    format: Literal["same", "png", "jpeg", "webp"] = form_field(
        "Format",
        default="same",
        enum_labels={
            "same": Text("As it is"),
            "png": Text.verbatim("PNG"),
            "jpeg": Text.verbatim("JPEG"),
            "webp": Text.verbatim("WebP"),
        },
    )
    quality: int = form_field("Quality", "1 to 100, for JPEG and WebP. Less is smaller.", default=85, ge=1, le=100)


class EditImageNode(EffectNode[EditImageConfig]):
    """Reads and writes the image in a process of its own, which may be killed."""

    id = "edit_image"
    category = "data"
    icon = "photo-edit"
    title = Text("Edit image")
    help = Text("Makes an image smaller or converts it, and removes where and with which camera it was taken.")
    keywords = Text("resize, convert, compress, thumbnail, picture, photo, png, jpeg, jpg, webp, exif")
    summary = (field_line("file", Text("No file yet")),)
    needs = (ConfigProblem("file_missing", "/file", Text("Choose the image.")),)
    has_known_fields = True
    output_fields = (
        OutputField("file", "object", Text("File")),
        OutputField("width", "number", Text("Width")),
        OutputField("height", "number", Text("Height")),
    )
    example = Example(
        Text("Makes a photo small enough for a mail."),
        config={"file": "{{ inputs.photo }}", "max_width": 1600, "format": "jpeg"},
        inputs={"photo": {"$type": "file", "id": "…", "name": "photo.png", "type": "image/png"}},
        output={"file": {"$type": "file", "name": "photo.jpg"}, "width": 1600, "height": 1200},
    )

    def run(self, config: EditImageConfig, context: NodeContext) -> NodeOutcome:
        with context.files.open(context.variables.value(config.file)) as file:
            stored = file.stored
            if stored.size > MAX_BYTES:
                text = _TOO_LARGE.filled(name=stored.name, most=MAX_BYTES // 1024**2)
                raise NodeError(text, code="file_too_large")
            content = file.stream.read()
        change = ImageChange(config.format, config.max_width, config.max_height, config.quality)
        image = changed_image(content, change, stored.name)
        name = file_name(stored.name.rpartition(".")[0], _ENDINGS[image.format], datetime.now(UTC).astimezone())
        made = context.files.save(name, f"image/{image.format}", [image.content])
        output = {"file": made.to_json(), "width": image.width, "height": image.height}
        return NodeOutcome(output, inputs={"file": stored.to_json()})
