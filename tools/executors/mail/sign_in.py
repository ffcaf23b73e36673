"""Signs in to a mail server with a password or account token. No framework.

Source: RFC 3501 section 6.2 (commands), RFC 4616 (PLAIN), RFC 2971 (ID); Google and Microsoft, "XOAUTH2 mechanism".
"""

import imaplib
import ssl
from contextlib import suppress

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
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
