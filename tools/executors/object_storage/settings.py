"""Settings and parameters of an object in a bucket. Pure."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from tools.core.field_errors import in_form, refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field, ui
from tools.executors.shared.address_field import base_address

Provider = Literal["oss", "s3"]
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_REGION = re.compile(r"[a-z0-9-]{2,40}")
_BUCKET_FORM = Text("A bucket name has 3 to 63 lowercase letters, digits and hyphens.")
_REGION_FORM = Text("Enter a region such as cn-hangzhou or us-east-1.")
_KEY_FORM = Text("Enter the object's name without .. or empty parts, for example 2026/report.txt.")


def object_name(name: str) -> str:
    """Return an object or folder name without outer slashes.

    Raises PydanticCustomError if it leaves its folder, or has illegal parts.
    """
    name = name.strip().strip("/")
    parts = name.split("/") if name else []
    if any(part in {"", ".", ".."} or not part.isprintable() or "\\" in part for part in parts):
        raise refused_value("object_name", _KEY_FORM)
    return name


def _given(name: str) -> str:
    if not name:
        raise refused_value("object_name", _KEY_FORM)
    return name


ObjectName = Annotated[str, Field(max_length=1000), AfterValidator(object_name)]
RequiredName = Annotated[ObjectName, AfterValidator(_given)]
_KEY_UI = ui("Object", "Relative to the tool's folder.")


class StorageConfig(ToolModel):
    provider: Provider = form_field(
        "Service",
        default="oss",
        enum_labels={"oss": Text("Aliyun OSS"), "s3": Text("S3 and compatible")},
        destination=True,
    )
    region: str = form_field("Region", "cn-hangzhou, us-east-1 …", default="", destination=True)
    bucket: str = form_field("Bucket", default="", destination=True)
    prefix: ObjectName = form_field("Folder", "Nothing outside it can be read.", default="")
    access_key_id: str = form_field("Access key ID", default="", widget="secret")
    access_key_secret: str = form_field("Access key secret", default="", widget="secret")
    security_token: str = form_field("Security token", "Only for temporary keys.", default="", widget="secret")
    endpoint: str = form_field(
        "URL",
        "Only for a custom domain, an internal endpoint or another S3 service.",
        default="",
        destination=True,
    )
    addressing: Literal["bucket_in_host", "bucket_in_path", "own_domain"] = form_field(
        "Bucket in the URL",
        "Only for a URL that you entered.",
        default="bucket_in_host",
        enum_labels={
            "bucket_in_host": Text("In the host name"),
            "bucket_in_path": Text("In the path"),
            "own_domain": Text("Nowhere: the domain belongs to the bucket"),
        },
        destination=True,
    )

    @field_validator("bucket")
    @classmethod
    def _is_bucket(cls, bucket: str) -> str:
        if bucket and not _BUCKET.fullmatch(bucket):
            raise refused_value("bucket", _BUCKET_FORM)
        return bucket

    @field_validator("region")
    @classmethod
    def _is_region(cls, region: str) -> str:
        region = region.strip().removeprefix("oss-")
        if region and not _REGION.fullmatch(region):
            raise refused_value("region", _REGION_FORM)
        return region

    @field_validator("endpoint")
    @classmethod
    def _base(cls, endpoint: str) -> str:
        return base_address(endpoint)


class OssFileReadConfig(StorageConfig):
    """Allowed objects of the bucket, and read limits."""

    object_key: ObjectName = form_field("Object", "The model fills it in if you do not.", default="")
    max_bytes: int = form_field("Max bytes per call", "1,024 to 2,097,152.", default=262_144, ge=1_024, le=2_097_152)


Encoding = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_.:-]*$"),
    in_form(Text("Enter the name of an encoding, such as utf-8 or gb18030.")),
]


class OssFileReadParameters(ToolParameters):
    object_key: RequiredName = Field(json_schema_extra=_KEY_UI)
    offset: int = form_field("Start byte", "The next offset, from the previous response.", default=0, ge=0)
    encoding: Encoding = form_field(
        "Encoding", "For example gb18030. Detected automatically if you name none.", default="", max_length=40
    )
