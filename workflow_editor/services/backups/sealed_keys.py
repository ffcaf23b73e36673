"""Encryption of the key files in a backup with a passphrase. Knows neither archives nor databases.

A key of 256 bits comes from the passphrase by scrypt (RFC 7914; N, r and p of OWASP's cheat sheet on storing passwords:
128 MB, half a second), and encrypts as stored secrets are encrypted (Fernet).
"""

import base64
import secrets

_SALT_BYTES = 16
_COST, _BLOCKS, _PARALLEL = 2**17, 8, 1


class WrongPassphraseError(Exception):
    """The passphrase does not open the keys."""


class SealedKeys:
    """Encrypts and decrypts key files with one passphrase and one salt."""

    def __init__(self, passphrase: str, salt: str) -> None:
        # Imported with the first such backup, as for stored secrets (decision 20).
        from cryptography.fernet import Fernet
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        key = Scrypt(bytes.fromhex(salt), 32, _COST, _BLOCKS, _PARALLEL).derive(passphrase.encode())
        self._cipher = Fernet(base64.urlsafe_b64encode(key))

    def seal(self, content: bytes) -> bytes:
        return self._cipher.encrypt(content)

    def open(self, sealed: bytes) -> bytes:
        """Decrypt a key file. Raises WrongPassphraseError."""
        from cryptography.fernet import InvalidToken

        try:
            return self._cipher.decrypt(sealed)
        except InvalidToken as error:
            raise WrongPassphraseError from error


def new_salt() -> str:
    """Return a random salt, in hexadecimal digits."""
    return secrets.token_hex(_SALT_BYTES)
