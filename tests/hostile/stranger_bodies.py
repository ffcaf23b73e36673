"""Bodies and files that are sent to a started product: by strangers, and by people who are signed in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gzip import compress
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

MB = 1024**2
ORDINARY_MB = 300.0
_BOUNDARY = "loom"
_MULTIPART = {"Content-Type": f"multipart/form-data; boundary={_BOUNDARY}"}
_JSON = {"Content-Type": "application/json"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses that anybody may know."""

    hook: str
    """A webhook that asks for no proof."""
    proved: Mapping[str, str]
    """Webhooks by the id of their sender."""
    form: str


@dataclass(frozen=True, slots=True)
class Body:
    """One hostile body, and where it goes."""

    name: str
    path: Callable[[Addresses], str]
    content: Callable[[], bytes]
    headers: Mapping[str, str] = field(default_factory=dict)
    most_mb: float = 100.0
    """Most memory above idle while one comes. Ordinary bodies of 16 MB are taken, and cost what their values do."""
    names_length: bool = True
    """False: it comes in chunks, and nobody knows how long it will be."""
    is_signed_in: bool = False


def _hook(addresses: Addresses) -> str:
    return addresses.hook


def _form(addresses: Addresses) -> str:
    return addresses.form


def _proved(sender: str) -> Callable[[Addresses], str]:
    return lambda addresses: addresses.proved[sender]


def _at(path: str) -> Callable[[Addresses], str]:
    return lambda _: path


def filled(piece: bytes, size: int, before: bytes = b"", after: bytes = b"") -> bytes:
    """Return a body of about so many bytes made of one piece."""
    return before + piece * ((size - len(before) - len(after)) // len(piece)) + after


def zipped(name: str, content: bytes, method: int = ZIP_DEFLATED) -> bytes:
    """Return an archive of one entry."""
    out = BytesIO()
    with ZipFile(out, "w", method) as archive:
        archive.writestr(name, content)
    return out.getvalue()


def part(content: bytes, about: str = 'name="a"', kind: str = "") -> bytes:
    """Return one part of a multipart body, with the line that ends it all behind."""
    head = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {about}\r\n".encode()
    return head + (f"Content-Type: {kind}\r\n".encode() if kind else b"") + b"\r\n" + content + _last()


def _last() -> bytes:
    return f"\r\n--{_BOUNDARY}--\r\n".encode()


def _parts(count: int) -> bytes:
    one = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.encode()
    return one * count + _last()


_ZEROS = bytes(60 * MB)
_FORM_JSON = b'{"key": "' + b"k" * 22 + b'", "values": {}}'
_RECORD = b'{"id":123456,"name":"Ada","price":12.5},'
BODIES: tuple[Body, ...] = (
    Body("webhook: JSON of empty objects", _hook, lambda: filled(b'{"":0},', 16 * MB, b"[", b"1]"), _JSON),
    Body("webhook: JSON text in chunks", _hook, lambda: filled(b"a", 16 * MB, b'{"a":"', b'"}'), _JSON,
         ORDINARY_MB, names_length=False),
    Body("webhook: JSON records", _hook,
         lambda: filled(_RECORD, 16 * MB, b"[", b"1]"), _JSON, ORDINARY_MB),
    Body("webhook: JSON of lists", _hook, lambda: filled(b"[],", 16 * MB, b"[", b"1]"), _JSON),
    Body("webhook: JSON nested", _hook, lambda: b"[" * (8 * MB) + b"]" * (8 * MB), _JSON),
    Body("webhook: JSON of numbers", _hook, lambda: filled(b"1,", 16 * MB, b"[", b"1]"), _JSON),
    Body("webhook: JSON of escapes", _hook, lambda: filled(b"\\u0000", 16 * MB, b'{"a":"', b'"}'), _JSON, ORDINARY_MB),
    Body("webhook: JSON text of 16 MB", _hook, lambda: filled(b"a", 16 * MB, b'{"a":"', b'"}'), _JSON, ORDINARY_MB),
    Body("webhook: JSON packed with gzip", _hook, lambda: compress(_ZEROS),
         {**_JSON, "Content-Encoding": "gzip"}),
    Body("webhook: form of separators", _hook, lambda: b"&" * (16 * MB), _FORM),
    Body("webhook: form of escapes", _hook, lambda: filled(b"%41", 16 * MB, b"a="), _FORM),
    Body("webhook: zip, mimetype by bzip2", _hook, lambda: zipped("mimetype", _ZEROS, ZIP_BZIP2),
         {"Content-Type": "application/zip"}),
    Body("webhook: zip, mimetype deflated", _hook, lambda: zipped("mimetype", _ZEROS),
         {"Content-Type": "application/zip"}),
    Body("webhook: zip as a part", _hook,
         lambda: part(zipped("mimetype", _ZEROS, ZIP_BZIP2), 'name="f"; filename="a.docx"', "application/zip"),
         _MULTIPART),
    Body("webhook: text in UTF-16", _hook, lambda: "织".encode("utf-16-le") * (8 * MB),
         {"Content-Type": "text/plain; charset=utf-16"}),
    Body("webhook: part in punycode", _hook, lambda: part(b"-" + b"a" * 240_000, kind="text/plain; charset=punycode"),
         _MULTIPART),
    Body("webhook: 100,000 parts", _hook, lambda: _parts(100_000), _MULTIPART),
    Body("webhook: name of a part", _hook, lambda: part(b"1", 'name="' + "a" * 200_000 + '"'), _MULTIPART),
    Body("webhook: file of 25 MB", _hook, lambda: part(bytes(25 * MB), 'name="f"; filename="a.bin"'), _MULTIPART),
    Body("WeCom: XML of tags", _proved("wecom"), lambda: filled(b"<a/>", 500_000, b"<xml>", b"</xml>"),
         {"Content-Type": "text/xml"}),
    Body("WeCom: XML of 16 MB", _proved("wecom"), lambda: filled(b"<a/>", 16 * MB, b"<xml>", b"</xml>"),
         {"Content-Type": "text/xml"}),
    Body("Feishu: JSON of lists", _proved("feishu"), lambda: filled(b"[],", 500_000, b'{"a":[', b"1]}"), _JSON),
    Body("GitHub: unsigned 16 MB", _proved("github"), lambda: filled(b'{"":0},', 16 * MB, b"[", b"1]"),
         {**_JSON, "X-Hub-Signature-256": "sha256=" + "0" * 64}),
    Body("form: values of 200 kB", _form,
         lambda: filled(b"[],", 200_000, b'{"a":[', b"1]}"), _JSON),
    Body("form: zip as a file", _form,
         lambda: part(_FORM_JSON, 'name="json"', "application/json").removesuffix(_last()) + b"\r\n"
         + part(zipped("mimetype", _ZEROS, ZIP_BZIP2), 'name="topic"; filename="a.docx"'), _MULTIPART),
    Body("admin: part in punycode", _at("/admin/login/"),
         lambda: part(b"-" + b"a" * 240_000, kind="text/plain; charset=punycode"), _MULTIPART),
    Body("sign-in: JSON of lists", _at("/api/session/"), lambda: filled(b"[],", 1_000_000, b"[", b"1]"), _JSON),
    Body("unknown webhook: 16 MB", _at("/hooks/nothing/"), lambda: bytes(16 * MB), _JSON),
    Body("unknown webhook: part of 20 MB", _at("/hooks/nothing/"),
         lambda: part(bytes(20 * MB), 'name="f"; filename="a"'), _MULTIPART),
    Body("unknown form: 16 MB", _at("/api/forms/nothing/submissions/"), lambda: bytes(16 * MB), _JSON),
    Body("/v1/ without a token: 16 MB", _at("/v1/chat/completions"),
         lambda: filled(b"[],", 16 * MB, b'{"a":[', b"1]}"), _JSON),
    Body("MCP without a token: 16 MB", _at("/mcp/"), lambda: filled(b"[],", 16 * MB, b"[", b"1]"), _JSON),
    Body("API without a token: 16 MB", _at("/api/workflows/"), lambda: filled(b"[],", 16 * MB, b"[", b"1]"), _JSON),
    Body("signed in, workflow: records of 13 MB", _at("/api/workflows/"),
         lambda: filled(_RECORD, 13 * MB, b'{"name":"a","document":{"nodes":[', b"1]}}"), _JSON, is_signed_in=True),
    Body("signed in, workflow: records of 6 MB", _at("/api/workflows/"),
         lambda: filled(_RECORD, 6 * MB, b'{"name":"a","document":{"nodes":[', b"1]}}"), _JSON, is_signed_in=True),
    Body("signed in, workflow: unknown field", _at("/api/workflows/"),
         lambda: filled(_RECORD, 6 * MB, b'{"name":"a","tools":[', b"1]}"), _JSON, is_signed_in=True),
    Body("signed in, agent: records of 13 MB", _at("/api/agents/"),
         lambda: filled(_RECORD, 13 * MB, b'{"document":{"name":"a","tools":[', b"1]}}"), _JSON, is_signed_in=True),
    Body("signed in, agent: records of 1 MB", _at("/api/agents/"),
         lambda: filled(_RECORD, 1_000_000, b'{"document":{"name":"a","tools":[', b"1]}}"), _JSON, is_signed_in=True),
    Body("signed in, /v1/: records of 13 MB", _at("/v1/chat/completions"),
         lambda: filled(_RECORD, 13 * MB, b'{"model":"a","messages":[', b"1]}"), _JSON, ORDINARY_MB,
         is_signed_in=True),
    Body("signed in, webhook: records packed", _hook, lambda: compress(filled(_RECORD, 13 * MB, b"[", b"1]")),
         {**_JSON, "Content-Encoding": "gzip"}, ORDINARY_MB, is_signed_in=True),
    Body("signed in, MCP: lists of 1 MB", _at("/mcp/"), lambda: filled(b"[],", 1_000_000, b"[", b"1]"),
         {**_JSON, "Accept": "application/json, text/event-stream"}, is_signed_in=True),
    Body("link that does not exist: 1 MB", _at("/api/shared/nothing/conversations/"), lambda: bytes(1_000_000), _JSON),
)  # fmt: skip
