"""Signs in to a mail server and reads a mailbox, by a connection to a checked address. No framework.

Source: RFC 9051 and RFC 3501 (IMAP), RFC 2971 (ID), RFC 4616 (PLAIN), RFC 3501 sections 5.1.3 (names of folders) and
6.2 (commands); Google and Microsoft, "XOAUTH2 mechanism".
"""

import imaplib
import re
import socket
import ssl
import threading
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tools.core.definitions import CredentialUse
from tools.core.errors import (
    ToolConfigurationError,
    ToolError,
    ToolNothingFoundError,
    ToolNotReachedError,
    ToolUnavailableError,
    ToolUpstreamError,
)
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.mail.settings import MailConfig
from tools.outbound.http_credential import HTTP_KIND

_LOGIN = Text("The mail server rejected the user name or password. Many services want an app password here.")
_TOKEN = Text(
    "The mail server rejected the account's token. Check that the user name is the account's address, and that the "
    "account was connected with the permission to read mail over IMAP."
)
_NO_TOKENS = Text("The mail server takes no accounts (XOAUTH2). Use a password.")
_NO_STARTTLS = Text("The mail server offers no STARTTLS. Choose TLS, or another port.")
_OTHER_KIND = Text("A mailbox needs an account or a password. Choose another credential.")
MAX_WHOLE_BYTES = 10 * 1024 * 1024
"""A longer message is read in part."""
PART_BYTES = 256 * 1024
_MAX_ADDRESSES = 4
_CONNECT_S = 10.0
_UIDS_AT_ONCE = 50_000
"""So that an answer stays within the line that the library reads."""
_SIZE = re.compile(rb"UID (\d{1,10})\b|RFC822\.SIZE (\d{1,12})\b")
_NO_FOLDER = Text("The mailbox has no such folder, or it refuses to open it. Check the folder's name.")
_NOT_REACHED = Text("The mail server could not be reached. Check host, port and encryption.")
_CERTIFICATE = Text("The mail server's certificate is not trusted, or belongs to another host.")
_BROKE = Text("The connection to the mail server was lost or timed out. Try again later.")
_REFUSED = Text("The mail server refused the request. Try again later.")


def sign_in(connection: imaplib.IMAP4, config: MailConfig, invocation: Invocation) -> None:
    """Sign in as configured; a refused token is renewed once.

    Raises ToolConfigurationError if the server refuses, or the credential cannot be used here.
    """
    if config.security == "starttls":
        if "STARTTLS" not in connection.capabilities:
            raise ToolConfigurationError(_NO_STARTTLS)
        connection.starttls(ssl.create_default_context())
    if invocation.signer is None:
        _by_password(connection, config.username, config.password)
    else:
        _by_credential(connection, config.username, invocation.signer, invocation)
    if "ID" in connection.capabilities:
        # Some services open no folder for a client that has no name.
        with suppress(imaplib.IMAP4.error):
            connection.xatom("ID", '("name" "Flowloom")')


def _by_password(connection: imaplib.IMAP4, username: str, password: str) -> None:
    try:
        if "AUTH=PLAIN" in connection.capabilities:
            # The other command takes ASCII only.
            secret = f"\0{username}\0{password}".encode()
            connection.authenticate("PLAIN", lambda _: secret)
        else:
            connection.login(username, password)
    except imaplib.IMAP4.abort:
        raise
    except (imaplib.IMAP4.error, UnicodeError) as error:
        raise ToolConfigurationError(_LOGIN) from error


def _by_credential(connection: imaplib.IMAP4, username: str, signer: CredentialUse, invocation: Invocation) -> None:
    credential = invocation.runtime.credentials.open(signer)
    if credential.kind == HTTP_KIND:
        invocation.secrets.add(credential.secret)
        _by_password(connection, credential.username or username, credential.secret)
        return
    if not credential.renewable:
        raise ToolConfigurationError(_OTHER_KIND)
    if "AUTH=XOAUTH2" not in connection.capabilities:
        raise ToolConfigurationError(_NO_TOKENS)
    if _takes_token(connection, username, credential.secret, invocation):
        return
    newer = invocation.runtime.credentials.open(signer, refused=credential.secret)
    if newer.secret == credential.secret or not _takes_token(connection, username, newer.secret, invocation):
        raise ToolConfigurationError(_TOKEN)


def _takes_token(connection: imaplib.IMAP4, username: str, token: str, invocation: Invocation) -> bool:
    invocation.secrets.add(token)
    # A refusal comes as a further challenge, which wants an empty answer.
    answers = iter((f"user={username}\x01auth=Bearer {token}\x01\x01".encode(), b""))
    try:
        connection.authenticate("XOAUTH2", lambda _: next(answers, None))
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        return False
    return True


class _Connection(imaplib.IMAP4):
    """Goes to a checked address, and takes no answer that is too long."""

    def __init__(self, config: MailConfig, addresses: Sequence[str], timeout_s: float) -> None:
        self._config = config
        self._addresses = addresses
        super().__init__(config.host, config.used_port, timeout_s)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        failed: OSError = ConnectionError("no address")
        for address in self._addresses[:_MAX_ADDRESSES]:
            try:
                plain = socket.create_connection(
                    (address, self._config.used_port), min(_CONNECT_S, timeout or _CONNECT_S)
                )
            except OSError as error:
                failed = error
                continue
            plain.settimeout(timeout)
            if self._config.security != "tls":
                return plain
            return ssl.create_default_context().wrap_socket(plain, server_hostname=self._config.host)
        raise failed

    def read(self, size: int) -> bytes:
        if size > MAX_WHOLE_BYTES + PART_BYTES:
            raise self.abort("the answer is too long")
        return super().read(size)


class Mailbox:
    """An open folder. Message ids are `<UIDVALIDITY>-<UID>`: a server that renumbers changes the first part."""

    def __init__(self, connection: imaplib.IMAP4, messages: int) -> None:
        self._connection = connection
        self._messages = messages
        self.validity = self._number("UIDVALIDITY")

    def newest(self, most: int) -> list[int]:
        """Return the UIDs of the newest messages, ascending."""
        if not self._messages:
            return []
        first = max(1, self._messages - most + 1)
        kind, found = self._connection.fetch(f"{first}:*", "(UID)")
        return sorted(uid for uid, _ in _sizes(_checked(kind, found)))[-most:]

    def later_than(self, uid: int, most: int) -> list[int]:
        """Return the UIDs of the next messages after one, ascending."""
        found: list[int] = []
        for start in range(uid + 1, self._number("UIDNEXT"), _UIDS_AT_ONCE):
            kind, answer = self._connection.uid("SEARCH", f"UID {start}:{start + _UIDS_AT_ONCE - 1}")
            words = b" ".join(part for part in _checked(kind, answer) if isinstance(part, bytes)).split()
            # A range of UIDs always has the last message in it, however small its UID.
            found += sorted(number for word in words if word.isdigit() and (number := int(word)) >= start)
            if len(found) >= most:
                break
        return found[:most]

    def sizes(self, uids: Sequence[int]) -> dict[int, int]:
        """Return the sizes (bytes) of messages that are still there."""
        if not uids:
            return {}
        kind, found = self._connection.uid("FETCH", ",".join(map(str, uids)), "(UID RFC822.SIZE)")
        return dict(_sizes(_checked(kind, found)))

    def raw(self, uid: int, size: int) -> bytes | None:
        """Return a message, or the first part of one that is too long; None when it is gone. It stays unread."""
        wanted = "BODY.PEEK[]" if size <= MAX_WHOLE_BYTES else f"BODY.PEEK[]<0.{PART_BYTES}>"
        kind, found = self._connection.uid("FETCH", str(uid), f"({wanted})")
        return next((part[1] for part in _checked(kind, found) if isinstance(part, tuple)), None)

    def _number(self, name: str) -> int:
        _, found = self._connection.response(name)
        value = found[-1] if found else None
        return int(value) if isinstance(value, bytes) and value.isdigit() else 0


@contextmanager
def opened(config: MailConfig, invocation: Invocation) -> Iterator[Mailbox]:
    """Open the folder for reading until the call is cancelled or its time is up.

    Raises ToolError if the server is unreachable or refuses.
    """
    addresses = invocation.runtime.outbound.addresses("imap", config.host, config.used_port)
    try:
        connection = _Connection(config, addresses, invocation.timeout_s)
        clock = threading.Timer(invocation.timeout_s, _hang_up, [connection])
        clock.daemon = True
        clock.start()
        try:
            with invocation.cancel.closing(lambda: _hang_up(connection)):
                sign_in(connection, config, invocation)
                yield Mailbox(connection, _select(connection, config.folder))
                with suppress(imaplib.IMAP4.error, OSError):
                    connection.logout()
        finally:
            clock.cancel()
            with suppress(OSError):
                connection.shutdown()
    except (imaplib.IMAP4.error, OSError, ValueError) as error:
        raise _mail_error(error) from error


def _hang_up(connection: imaplib.IMAP4) -> None:
    with suppress(OSError):
        # Not the method of the TLS socket, which takes its encryption away while another thread uses it.
        socket.socket.shutdown(connection.socket(), socket.SHUT_RDWR)


def _select(connection: imaplib.IMAP4, folder: str) -> int:
    """Open the folder and return how many messages it holds."""
    kind, found = connection.select(quoted(folder), readonly=True)
    if kind != "OK":
        raise ToolNothingFoundError(_NO_FOLDER)
    return int(found[0] or 0)


def quoted(folder: str) -> str:
    """Return a folder's name as the protocol wants it: other letters than ASCII in modified UTF-7, in quotes."""
    encoded, foreign = "", ""
    for letter in f"{folder}\0":
        if letter.isascii():
            if foreign:
                text = b64encode(foreign.encode("utf-16-be")).decode().rstrip("=").replace("/", ",")
                encoded, foreign = f"{encoded}&{text}-", ""
            encoded += "&-" if letter == "&" else letter
        else:
            foreign += letter
    name = encoded.removesuffix("\0").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'


def _checked(kind: str, found: Sequence[object]) -> Sequence[object]:
    if kind != "OK":
        raise ToolUpstreamError(_REFUSED)
    return found


def _sizes(found: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield UID and size of each line; 0 for one without a size."""
    for part in found:
        line = part[0] if isinstance(part, tuple) else part
        if isinstance(line, bytes):
            numbers = _SIZE.findall(line)
            uid = next((int(uid) for uid, _ in numbers if uid), None)
            if uid is not None:
                yield uid, next((int(size) for _, size in numbers if size), 0)


def _mail_error(error: Exception) -> ToolError:
    if isinstance(error, ssl.SSLCertVerificationError):
        return ToolConfigurationError(_CERTIFICATE)
    if isinstance(error, ConnectionError | ssl.SSLError | socket.gaierror):
        return ToolNotReachedError(_NOT_REACHED)
    if isinstance(error, OSError | imaplib.IMAP4.abort):
        return ToolUnavailableError(_BROKE)
    return ToolUpstreamError(_REFUSED)
