"""Lists a folder's objects in Aliyun OSS and S3. Pure. Source: ListObjectsV2 of both services."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # the types only; `defusedxml` parses

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Listing, Rehearsal, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.object_storage.places import StorageExecutor, bucket_place, signed_request, storage_error
from tools.executors.object_storage.settings import ObjectName, StorageConfig

MAX_OBJECTS = 5_000
_PER_PAGE = 1_000
_NO_LIST = Text("The storage answered with something that is no list of objects.")
_RIGHTS = Text("The key may not list this bucket (oss:ListObjects or s3:ListBucket).")


class OssFileListConfig(StorageConfig):
    max_objects: int = form_field(
        "Max objects per call",
        "The first ones by name, up to 5,000.",
        default=1_000,
        ge=1,
        le=MAX_OBJECTS,
    )


class OssFileListParameters(ToolParameters):
    folder: ObjectName = form_field("Folder", "Relative to the tool's folder.", default="")


class OssFileListExecutor(StorageExecutor[OssFileListConfig, OssFileListParameters]):
    """`oss_file_list`: names, sizes and times, never outside of the tool's folder."""

    name = "oss_file_list"
    title = Text("OSS folder")
    help = Text("List the files in a folder of Aliyun OSS or S3 storage.")
    keywords = Text("s3, bucket, storage, aliyun, minio, folder, objects")
    summary = ((SummaryText(Text.verbatim("{bucket}/{prefix}")), SummaryText(Text.verbatim("{bucket}"))),)
    icon = "cloud-search"
    operation = OperationType.QUERY
    nothing = Nothing({"objects": [], "more": False}, goes_on=True)
    untrusted_text = True
    listing = Listing(items="objects", key="key")
    ui_tools = (UiTool("oss-file-list", title, help, icon, OssFileListConfig),)

    def rehearse(
        self, config: OssFileListConfig, parameters: OssFileListParameters, invocation: Invocation
    ) -> Rehearsal:
        place = bucket_place(config, "")
        invocation.runtime.outbound.check(place.url)
        would = Text("list objects, at most {count}", count=config.max_objects)
        return Rehearsal(would, {"url": place.url, "folder": parameters.folder})

    def execute(
        self, config: OssFileListConfig, parameters: OssFileListParameters, invocation: Invocation
    ) -> ToolResult:
        """Return `objects` with their names relative to the tool's folder, and whether there are more."""
        folder = "/".join(part for part in (config.prefix, parameters.folder) if part)
        objects: list[JsonObject] = []
        token: str | None = ""
        while token is not None and len(objects) < config.max_objects:
            page = _page(config, folder, token, invocation)
            objects += _objects(page, config.prefix)
            token = _text(page, "NextContinuationToken") or None
        listed = objects[: config.max_objects]
        data = {"objects": listed, "more": token is not None or len(objects) > len(listed)}
        message = Text("Objects found: {count}.", count=len(listed))
        return query_success(data, message) if listed else empty(OperationType.QUERY, message, data)


def _page(config: OssFileListConfig, folder: str, token: str, invocation: Invocation) -> Element:
    query = {"list-type": "2", "max-keys": str(min(_PER_PAGE, config.max_objects))}
    query |= {"prefix": f"{folder}/"} if folder else {}
    query |= {"continuation-token": token} if token else {}
    response = signed_request(config, bucket_place(config, ""), invocation, query=query)
    if response.status != 200:
        raise storage_error(response, refused=_RIGHTS)
    return _parsed(response.content)


def _parsed(content: bytes) -> Element:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        page: Element = fromstring(content)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise ToolUpstreamError(_NO_LIST) from error
    if _name(page) != "ListBucketResult":
        raise ToolUpstreamError(_NO_LIST)
    return page


def _objects(page: Element, prefix: str) -> Iterator[JsonObject]:
    for found in page:
        key = _text(found, "Key") if _name(found) == "Contents" else ""
        # A key that ends like this is a folder.
        if key and not key.endswith("/"):
            yield {
                "key": key.removeprefix(f"{prefix}/") if prefix else key,
                "size": int(_text(found, "Size")[:18] or 0) if _text(found, "Size").isdecimal() else None,
                "modified": _text(found, "LastModified"),
                "etag": _text(found, "ETag").strip('"'),
            }


def _text(element: Element, name: str) -> str:
    return next((child.text or "" for child in element if _name(child) == name), "")


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]
