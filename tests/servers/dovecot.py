"""A Dovecot of our own on a free loopback port, for the tests of one module."""

import getpass
import imaplib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.polling import wait_until
from tests.servers.certificate import write_certificate
from workflow_editor.scaled.private_access import free_port

USER, PASSWORD = "alice", "mailbox-pässword-4711"
_CONFIG = """
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = {ssl}
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = plain login{token_mechanism}
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 1
mail_privileged_group =
default_internal_user = {owner}
default_internal_group = {group}
default_login_user = {owner}
{token_passdb}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={owner} gid={group} home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
"""


_TOKEN_PASSDB = """
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {folder}/oauth2.conf
}}
"""
_TOKENS = """
introspection_url = {url}
introspection_mode = auth
username_attribute = email
"""


@dataclass(frozen=True)
class MailServer:
    """Address of the server; messages are put in as a mail client puts them."""

    port: int
    tls_port: int
    folder: Path

    def append(self, message: bytes, folder: str = "INBOX") -> None:
        with self._client() as client:
            with suppress(imaplib.IMAP4.error):
                client.create(folder)
            kind, answer = client.append(folder, "", "", message)
            assert kind == "OK", answer

    def delete_folder(self, folder: str) -> None:
        with self._client() as client:
            client.delete(folder)

    def empty(self, folder: str) -> None:
        with self._client() as client:
            client.select(folder)
            client.store("1:*", "+FLAGS", "\\Deleted")
            client.expunge()

    def unread(self, folder: str = "INBOX") -> int:
        with self._client() as client:
            client.select(folder, readonly=True)
            return len(client.search(None, "UNSEEN")[1][0].split())

    def _client(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4("127.0.0.1", self.port, 10)
        client.authenticate("PLAIN", lambda _: f"\0{USER}\0{PASSWORD}".encode())
        return client


@contextmanager
def dovecot(*, encrypted: bool = False, tokens: str = "") -> Iterator[MailServer]:
    """Run it with an empty mailbox.

    Args:
        encrypted: it also speaks TLS, with the certificate `cert.pem` in its folder.
        tokens: it also takes tokens (XOAUTH2), and asks this address about them (RFC 7662).
    Raises:
        FileNotFoundError: it is not installed.
    """
    program = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise FileNotFoundError("Dovecot is missing: run `make services` (Debian: dovecot-imapd).")
    # A server of root's gives its rights away, so that its folder must be open to others.
    with TemporaryDirectory(prefix="flowloom-dovecot-") as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        is_root = os.getuid() == 0
        owner = "dovecot" if is_root else getpass.getuser()
        group = "dovecot" if is_root else str(os.getgid())
        (folder / "mail").mkdir()
        if is_root:
            shutil.chown(folder / "mail", owner, group)
        (folder / "users").write_text(f"{USER}:{PASSWORD}\n")
        write_certificate(folder)
        config = folder / "dovecot.conf"
        tls_port, ssl = (port, "yes") if encrypted else (0, "no")
        while tls_port == port:
            # Both are taken later: the same one may be free a second time.
            tls_port = free_port()
        (folder / "oauth2.conf").write_text(_TOKENS.format(url=tokens))
        signs_in = {
            "token_mechanism": " xoauth2" if tokens else "",
            "token_passdb": _TOKEN_PASSDB.format(folder=folder) if tokens else "",
        }
        settings = {"port": port, "tls_port": tls_port, "ssl": ssl, "owner": owner, "group": group}
        config.write_text(_CONFIG.format(folder=folder, **settings, **signs_in))
        process = subprocess.Popen([program, "-F", "-c", str(config)])
        try:
            wait_until(lambda: _answers(port), within_s=30)
            yield MailServer(port, tls_port, folder)
        finally:
            process.terminate()
            process.wait(30)


def _answers(port: int) -> bool:
    try:
        imaplib.IMAP4("127.0.0.1", port, 2).logout()
    except (OSError, imaplib.IMAP4.error):
        return False
    return True
