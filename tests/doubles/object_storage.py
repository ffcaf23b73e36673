"""A stand-in for Aliyun OSS and S3: one bucket each, signatures recomputed from what arrived, ranges, XML errors.

Source: GetObject and the common error pages of both services.
"""

import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from urllib.parse import unquote

from tests.doubles.http_server import Received, Reply
from tools.executors.object_storage.signing import OSS, S3, Credentials, Unsigned, signed_headers

KEY_ID = "LTAIplantedkeyid01"
SECRET = "planted-access-key-secret-01"
TOKEN = "planted-security-token-01"
OSS_HOST = "reports.oss-cn-hangzhou.aliyuncs.com"
S3_HOST = "reports.s3.us-east-1.amazonaws.com"
OWN_HOSTS = ("files.example.com", "minio.example.com", "reports.oss-cn-hangzhou-internal.aliyuncs.com")
HOSTS = (OSS_HOST, S3_HOST, *OWN_HOSTS)
OBJECTS: dict[str, tuple[str, bytes]] = {
    "public/2026/report.txt": ("text/plain", "第一行\nsecond line\n".encode()),
    "public/legacy.csv": ("text/csv", "编号,名称\n".encode("gb18030")),
    "public/empty.txt": ("text/plain", b""),
    "public/photo.jpg": ("image/jpeg", b"\xff\xd8"),
    "public/data.bin": ("application/octet-stream", b"\0\1\2"),
    "public/odd name+é?.txt": ("text/plain", b"odd"),
    "private/salaries.txt": ("text/plain", b"nobody may read this"),
}
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")


class ObjectStorage:
    """Both services in one server, distinguished by their headers."""

    def __init__(self, now: datetime, *, token: str = "") -> None:
        self._now = now
        self._token = token
        self.scripted: list[Reply] = []
        self.received: list[Received] = []

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        if self.scripted:
            return self.scripted.pop(0)
        is_oss = "x-oss-date" in request.headers
        refused = self._refused(request, is_oss=is_oss)
        if refused is not None:
            return refused
        if request.method == "PUT":
            return Reply()
        key = unquote(request.path).lstrip("/")
        if request.query.get("list-type") == "2":
            return self._listed(request)
        return self._object(key.removeprefix("reports/"), request.headers.get("range", ""))

    def _refused(self, request: Received, *, is_oss: bool) -> Reply | None:
        dialect, region = (OSS, "cn-hangzhou") if is_oss else (S3, "us-east-1")
        start = dialect.header_start
        given = request.headers.get("authorization", "")
        if f"Credential={KEY_ID}/" not in given:
            return refusal(403, "InvalidAccessKeyId")
        if f"/{region}/" not in given:
            return refusal(400, "AuthorizationHeaderMalformed")
        if self._token and request.headers.get(f"{start}security-token") != self._token:
            return refusal(403, "SecurityTokenExpired" if is_oss else "ExpiredToken")
        moment = datetime.strptime(request.headers[f"{start}date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        if abs(moment - self._now) > timedelta(minutes=15):
            return refusal(403, "RequestTimeTooSkewed")
        host = request.headers["host"]
        path = unquote(request.path)
        if is_oss and not path.startswith("/reports/"):
            path = f"/reports{path}"
        known = {name: value for name, value in request.headers.items() if name == "range"}
        if request.method == "PUT":
            known["content-type"] = request.headers["content-type"]
            if not is_oss and request.headers["x-amz-content-sha256"] != sha256(request.body).hexdigest():
                return refusal(400, "XAmzContentSHA256Mismatch")
        sent = request.headers.get("x-amz-content-sha256") if request.method == "PUT" else None
        unsigned = Unsigned(request.method, path, host, request.query, known, sent)
        expected = signed_headers(dialect, unsigned, Credentials(KEY_ID, SECRET, self._token), region, moment)
        return None if expected["authorization"] == given else refusal(403, "SignatureDoesNotMatch")

    def _listed(self, request: Received) -> Reply:
        """Three objects a page, whatever is asked for: a page may always be shorter."""
        prefix, start = request.query.get("prefix", ""), int(request.query.get("continuation-token", "0"))
        keys = sorted([*(key for key in OBJECTS if key.startswith(prefix)), f"{prefix}folder/"])
        rows = "".join(
            f"<Contents><Key>{key}</Key><LastModified>2026-11-01T08:00:00.000Z</LastModified>"
            f"<ETag>&quot;{len(key)}&quot;</ETag><Size>{len(OBJECTS.get(key, ('', b''))[1])}</Size></Contents>"
            for key in keys[start : start + 3]
        )
        more = f"<NextContinuationToken>{start + 3}</NextContinuationToken>" if start + 3 < len(keys) else ""
        space = "http://s3.amazonaws.com/doc/2006-03-01/"
        body = f'<?xml version="1.0"?><ListBucketResult xmlns="{space}">{more}{rows}</ListBucketResult>'
        return Reply(200, body.encode(), {"Content-Type": "application/xml"})

    def _object(self, key: str, wanted: str) -> Reply:
        if key not in OBJECTS:
            return refusal(404, "NoSuchKey")
        content_type, content = OBJECTS[key]
        headers = {"Content-Type": content_type, "ETag": '"0"'}
        found = _RANGE.fullmatch(wanted)
        if found is None:
            return Reply(200, content, headers)
        first, last = int(found[1]), min(int(found[2]), len(content) - 1)
        if first >= len(content):
            return refusal(416, "InvalidRange")
        return Reply(
            206, content[first : last + 1], {**headers, "Content-Range": f"bytes {first}-{last}/{len(content)}"}
        )


def refusal(status: int, code: str) -> Reply:
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>m</Message><HostId>h</HostId></Error>"
    return Reply(status, body.encode(), {"Content-Type": "application/xml"})
