"""Reads a cURL command into the settings of an HTTP request, with its secrets apart. Pure."""

import re
import shlex
from base64 import b64decode
from binascii import Error as NotBase64Error
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args
from urllib.parse import parse_qsl, quote_plus, urlsplit

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import JsonTooDeepError, parse_json
from tools.core.text import Text
from tools.executors.http_request.settings import Method
from tools.secrets.names import is_secret_name

MAX_COMMAND = 100_000
_TOO_LONG = Text("The command is longer than {most} characters. Shorten it.", most=MAX_COMMAND)
_NOT_CURL = Text("This is not a cURL command. Paste one that begins with curl.")
_OPEN_QUOTE = Text("A quotation mark in the command is not closed. Copy the whole command.")
_NO_ADDRESS = Text("The command names no URL. Add one.")
_UNKNOWN_METHOD = Text("The method {method} cannot be sent. Choose another one.")
_UNKNOWN_OPTION = Text("The option {option} was left out.")
_FILE = Text("The file {file} was left out: choose a file value in its place.")
_SECOND_SECRET = Text("The secret in {name} was left out: a request is signed with one credential.")
# Browsers on Windows copy for its command prompt, where ^ goes before each special sign, quotation marks included.
_FOR_PROMPT = re.compile(r"""[^'"]*\^["]""")
_PROMPT_ESCAPE = re.compile(r"\^(?:\r?\n|(?P<sign>.))", re.DOTALL)
_LINE_GOES_ON = re.compile(r"(?:\\|\^|`)\r?\n")
# Browsers copy texts with an apostrophe or a line end as $'…', which `shlex` does not know.
_QUOTED = re.compile(r"""\$'(?P<escaped>(?:[^'\\]|\\.)*+)(?P<end>'?)|'[^']*+'|"(?:[^"\\]|\\.)*+"|\\.""", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u(?P<u>[0-9a-fA-F]{1,4})|x(?P<x>[0-9a-fA-F]{1,2})|(?P<sign>.))", re.DOTALL)
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}
_FORM = "application/x-www-form-urlencoded"
# Options that change how cURL behaves, not what is sent: without a value, and with one.
_WITHOUT_VALUE = frozenset(
    "-s --silent -S --show-error -L --location -i --include -v --verbose -f --fail --fail-with-body --compressed "
    "-N --no-buffer -g --globoff --http1.1 --http2 --http3 -# --progress-bar".split()
)
_WITH_VALUE = frozenset(
    "-o --output -m --max-time --connect-timeout --retry -w --write-out --max-redirs -D --dump-header".split()
)
_LETTERS_WITH_VALUE = frozenset("XHdFuAebomwDT")


@dataclass(slots=True)
class ReadCommand:
    """Request that a command sends."""

    method: str = ""
    url: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    query: list[tuple[str, str]] = field(default_factory=list)
    body_type: str = "none"
    body: str = ""
    form: list[tuple[str, str]] = field(default_factory=list)
    auth: JsonObject = field(default_factory=dict)
    """`authType` with `authName` and `authPlace`, where the command is signed."""
    secret: JsonObject = field(default_factory=dict)
    """`secret` and `username`: what a credential is to be made of; never part of the settings."""
    notes: list[Text] = field(default_factory=list)

    def settings(self) -> JsonObject:
        rows = {"headers": self.headers, "query": self.query, "form": self.form}
        lists = {name: [{"key": key, "value": value} for key, value in pairs] for name, pairs in rows.items()}
        plain = {"method": self.method, "url": self.url, "bodyType": self.body_type, "body": self.body}
        return {**plain, **lists, "authType": "none", "credential": "", **self.auth}


class _Reader:
    def __init__(self) -> None:
        self.read = ReadCommand()
        self.data: list[str] = []
        self.is_json = self.is_query = self.is_head = self.sends_file = False

    def take(self, words: list[str]) -> None:
        rest = iter(words)
        for word in rest:
            if not word.startswith("-") or word == "-":
                self.read.url = self.read.url or word
                continue
            name, has_value, value = word.partition("=") if word.startswith("--") else (word, "", "")
            if not word.startswith("--") and len(word) > 2:
                # `-XPOST`, `-sSL`: letters stand together up to the first one that takes a value.
                at = next((i for i, letter in enumerate(word) if letter in _LETTERS_WITH_VALUE), len(word))
                name, has_value, value = f"-{word[at : at + 1]}", word[at + 1 :], word[at + 1 :]
                if at == len(word):
                    self._flags(word[1:])
                    continue
                self._flags(word[1:at])
            if option := _OPTIONS.get(name):
                option(self, value if has_value else next(rest, ""))
            elif name in _WITH_VALUE:
                value or next(rest, "")
            else:
                self._flag(name)

    def _flags(self, letters: str) -> None:
        for letter in letters:
            self._flag(f"-{letter}")

    def _flag(self, name: str) -> None:
        match name:
            case "-G" | "--get":
                self.is_query = True
            case "-I" | "--head":
                self.is_head = True
            case _ if name not in _WITHOUT_VALUE:
                self.read.notes.append(_UNKNOWN_OPTION.filled(option=name[:40]))

    def header(self, line: str) -> None:
        name, _, value = line.partition(":")
        name, value = name.strip(), value.strip()
        if value and is_secret_name(name):
            self._secret_header(name, value)
        elif name:
            self.read.headers.append((name, value))

    def _secret_header(self, name: str, value: str) -> None:
        scheme, _, rest = value.partition(" ")
        if name.lower() == "authorization" and scheme.lower() == "bearer":
            self.sign(name, {"authType": "bearer"}, rest.strip())
        elif name.lower() == "authorization" and scheme.lower() == "basic" and (pair := _decoded(rest)):
            self.user(pair, name)
        else:
            self.sign(name, {"authType": "apikey", "authName": name, "authPlace": "header"}, value)

    def user(self, pair: str, name: str = "--user") -> None:
        username, _, password = pair.partition(":")
        self.sign(name, {"authType": "basic"}, password, username)

    def sign(self, name: str, auth: JsonObject, secret: str, username: str = "") -> None:
        """Keep the secret apart from the request; a second one is left out, and where it was is named."""
        if self.read.auth:
            self.read.notes.append(_SECOND_SECRET.filled(name=name[:40]))
            return
        self.read.auth = auth
        self.read.secret = {"secret": secret, **({"username": username} if username else {})}

    def bearer(self, token: str) -> None:
        self.sign("--oauth2-bearer", {"authType": "bearer"}, token)

    def body(self, text: str) -> None:
        if text.startswith("@"):
            self.read.notes.append(_FILE.filled(file=text[1:100]))
            self.sends_file = True
        else:
            self.data.append(text)

    def raw_body(self, text: str) -> None:
        self.data.append(text)

    def encoded_body(self, text: str) -> None:
        name, separator, value = text.partition("=")
        self.data.append(f"{name}={quote_plus(value)}" if separator and name else quote_plus(value or name))

    def json_body(self, text: str) -> None:
        self.is_json = True
        self.body(text)

    def form(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.read.body_type = "multipart"
        if value.startswith(("@", "<")):
            self.read.notes.append(_FILE.filled(file=value[1:100]))
            value = ""
        self.read.form.append((name, value))

    def cookie(self, text: str) -> None:
        self.header(f"Cookie: {text}")

    def agent(self, text: str) -> None:
        self.read.headers.append(("User-Agent", text))

    def referer(self, text: str) -> None:
        self.read.headers.append(("Referer", text))

    def method(self, text: str) -> None:
        self.read.method = text.upper()

    def address(self, text: str) -> None:
        self.read.url = text


_OPTIONS: Mapping[str, Callable[[_Reader, str], None]] = {
    name: take
    for names, take in {
        "-X --request": _Reader.method,
        "--url": _Reader.address,
        "-H --header": _Reader.header,
        "-d --data --data-ascii --data-binary": _Reader.body,
        "--data-raw": _Reader.raw_body,
        "--data-urlencode": _Reader.encoded_body,
        "--json": _Reader.json_body,
        "-F --form --form-string": _Reader.form,
        "-u --user": _Reader.user,
        "--oauth2-bearer": _Reader.bearer,
        "-A --user-agent": _Reader.agent,
        "-e --referer": _Reader.referer,
        "-b --cookie": _Reader.cookie,
    }.items()
    for name in names.split()
}


def read_curl(command: str) -> ReadCommand:
    """Parse a cURL command.

    Secrets (`-u`, `Authorization`, keys in headers and query) are in `secret` alone; a second one is dropped. Raises
    ToolArgumentsError if it is not a cURL command, or cannot be expressed.
    """
    if len(command) > MAX_COMMAND:
        raise ToolArgumentsError(_TOO_LONG)
    try:
        words = shlex.split(_QUOTED.sub(_plainly_quoted, _on_one_line(command.strip())))
    except ValueError as error:
        raise ToolArgumentsError(_OPEN_QUOTE) from error
    if not words or words[0].lower().removesuffix(".exe") != "curl":
        raise ToolArgumentsError(_NOT_CURL)
    reader = _Reader()
    reader.take(words[1:])
    read = reader.read
    if not read.url:
        raise ToolArgumentsError(_NO_ADDRESS)
    _split_address(reader)
    _settle_body(reader)
    read.method = read.method or _usual_method(reader)
    if read.method not in get_args(Method):
        raise ToolArgumentsError(_UNKNOWN_METHOD.filled(method=read.method[:20]))
    return read


def _on_one_line(command: str) -> str:
    if _FOR_PROMPT.match(command):
        return _PROMPT_ESCAPE.sub(lambda found: found["sign"] or " ", command)
    return _LINE_GOES_ON.sub(" ", command)


def _split_address(reader: _Reader) -> None:
    read = reader.read
    split = urlsplit(read.url if "://" in read.url else f"http://{read.url}")
    if "@" in split.netloc:
        pair, _, host = split.netloc.rpartition("@")
        split = split._replace(netloc=host)
        reader.user(pair, "URL")
    data = "&".join(reader.data) if reader.is_query else ""
    for name, value in parse_qsl("&".join(part for part in (split.query, data) if part), keep_blank_values=True):
        if is_secret_name(name):
            reader.sign(name, {"authType": "apikey", "authName": name, "authPlace": "query"}, value)
        else:
            read.query.append((name, value))
    read.url = split._replace(query="").geturl()
    if reader.is_query:
        reader.data = []


def _settle_body(reader: _Reader) -> None:
    read = reader.read
    if not reader.data:
        return
    text = ("" if reader.is_json else "&").join(reader.data)
    kind = next((value for name, value in read.headers if name.lower() == "content-type"), "")
    if reader.is_json or "json" in kind or (not kind and _is_json(text)):
        read.body_type, read.body = "json", text
    elif not kind or kind.startswith(_FORM):
        read.body_type, read.form = "form", parse_qsl(text, keep_blank_values=True)
    else:
        read.body_type, read.body = "raw", text
    if read.body_type != "raw":
        read.headers = [(name, value) for name, value in read.headers if name.lower() != "content-type"]


def _usual_method(reader: _Reader) -> Any:
    if reader.is_head:
        return "HEAD"
    has_body = reader.data or reader.sends_file or reader.read.body_type != "none"
    return "POST" if has_body and not reader.is_query else "GET"


def _is_json(text: str) -> bool:
    try:
        return isinstance(parse_json(text), dict | list)
    except (ValueError, JsonTooDeepError):
        return False


def _decoded(text: str) -> str:
    try:
        return b64decode(text.strip(), validate=True).decode()
    except (NotBase64Error, UnicodeDecodeError):
        return ""


def _plainly_quoted(found: re.Match[str]) -> str:
    """Return `$'…'` as a text that `shlex` knows; anything else that is quoted as it is."""
    if found["escaped"] is None:
        return found[0]
    if not found["end"]:
        return "'"
    text = _ESCAPE.sub(_unescaped, found["escaped"])
    # Signs beyond 16 bits are written as two halves.
    return shlex.quote(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _unescaped(found: re.Match[str]) -> str:
    code = found["u"] or found["x"]
    return chr(int(code, 16)) if code else _SIGNS.get(found["sign"], found["sign"])
