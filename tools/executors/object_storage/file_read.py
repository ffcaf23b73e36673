"""Reads text files from Aliyun OSS and S3. Pure."""

import re

from tools.core.definitions import OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Rehearsal, UiTool
from tools.executors.object_storage.places import StorageExecutor, place_of, signed_request, storage_error
from tools.executors.object_storage.settings import OssFileReadConfig, OssFileReadParameters
from tools.executors.shared.text_content import decoded
from tools.outbound.client import OutboundResponse

_READ = Text("Read {count} of {total} bytes of {name}.", count=0, total=0, name="")
_TOTAL = re.compile(r"bytes (\d+)-(\d+)/(\d+)")
_NOT_TEXT = ("image/", "video/", "audio/", "application/zip", "application/gzip", "application/pdf")
_EMPTY = Text("“{name}” is empty.", name="")
_EMPTY_RANGE = 416


class OssFileReadExecutor(StorageExecutor[OssFileReadConfig, OssFileReadParameters]):
    """`oss_file_read`: a range of an object at a time, never outside of the tool's folder."""

    name = "oss_file_read"
    title = Text("OSS file")
    help = Text("Read a text file from Aliyun OSS or S3 storage.")
    keywords = Text("s3, bucket, storage, aliyun, minio")
    icon = "cloud"
    untrusted_text = True
    operation = OperationType.QUERY
    nothing = Nothing({"text": "", "encoding": "utf-8", "size": 0, "contentType": "", "nextOffset": None})
    prefilled = ("object_key",)
    ui_tools = (UiTool("oss-file-read", title, help, icon, OssFileReadConfig),)

    def rehearse(
        self, config: OssFileReadConfig, parameters: OssFileReadParameters, invocation: Invocation
    ) -> Rehearsal:
        place = place_of(config, parameters.object_key)
        invocation.runtime.outbound.check(place.url)
        would = Text("read up to {count} bytes", count=config.max_bytes)
        return Rehearsal(would, {"url": place.url, "offset": parameters.offset})

    def execute(
        self, config: OssFileReadConfig, parameters: OssFileReadParameters, invocation: Invocation
    ) -> ToolResult:
        """Return the text of one range, and where the next one begins."""
        response = _asked(config, parameters, invocation)
        known = {"object": parameters.object_key}
        if response.status == _EMPTY_RANGE and parameters.offset == 0:
            return empty(OperationType.QUERY, _EMPTY.filled(name=parameters.object_key), known)
        if response.status != 206 and (response.status != 200 or parameters.offset):
            raise storage_error(response)
        content_type = response.headers.get("content-type", "")
        if content_type.startswith(_NOT_TEXT):
            raise ToolArgumentsError(
                Text(
                    "“{name}” is {content_type}, not text, so it cannot be read into a prompt. Choose a text file.",
                    name=parameters.object_key,
                    content_type=content_type[:60],
                )
            )
        if not response.content:
            return empty(OperationType.QUERY, _EMPTY.filled(name=parameters.object_key), known)
        total = _total(response, parameters.offset)
        end = parameters.offset + len(response.content)
        found = decoded(response.content, parameters.object_key, encoding=parameters.encoding, is_cut=end < total)
        data = {
            "object": parameters.object_key,
            "text": found.text,
            "encoding": found.encoding,
            "size": total,
            "contentType": content_type,
            "nextOffset": end - found.undecoded if end < total else None,
        }
        message = _READ.filled(count=len(response.content), total=total, name=parameters.object_key)
        return query_success(data, message)


def _asked(config: OssFileReadConfig, parameters: OssFileReadParameters, invocation: Invocation) -> OutboundResponse:
    last = parameters.offset + config.max_bytes - 1
    return signed_request(
        config,
        place_of(config, parameters.object_key),
        invocation,
        headers={"Range": f"bytes={parameters.offset}-{last}"},
        max_bytes=config.max_bytes,
    )


def _total(response: OutboundResponse, offset: int) -> int:
    found = _TOTAL.fullmatch(response.headers.get("content-range", ""))
    return int(found[3]) if found else offset + len(response.content)
