"""Signed and encrypted callbacks shared by WeCom and DingTalk.

The signature is the SHA-1 of sorted values, not an HMAC. The plain text is 16 random bytes, the message's length in
bytes, the message, and its receiver.
"""

import hashlib
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from hmac import compare_digest

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import REPLAY_WINDOW, WRONG_SIGNATURE, check_time, hex_text, parameter
from workflow_editor.triggers.webhooks.sender import NotVerifiedError, WebhookRequest

_RANDOM = 16
_LENGTH = 4
_IV = 16
_BLOCK_BITS = 256
"""Padded to 32 bytes, twice the block of AES."""
WRONG_KEY = Text("The message cannot be decrypted. Check that the encryption key here is the sender's.")
_OTHER_RECEIVER = Text("The message is for “{receiver}”. Enter this ID in the settings if it is yours.", receiver="")


@dataclass(frozen=True, slots=True)
class CallbackKey:
    """A token to sign with, and a key of 43 characters to encrypt with."""

    token: bytes
    encoding_aes_key: bytes

    def signature(self, timestamp: bytes, nonce: bytes, encrypted: bytes) -> bytes:
        content = b"".join(sorted((self.token, timestamp, nonce, encrypted)))
        return hex_text(hashlib.sha1(content).digest())  # noqa: S324  what these services sign with

    def decrypt(self, encrypted: bytes, receiver: str) -> bytes:
        """Return the message.

        Raises:
            NotVerifiedError: it is for somebody else.
            ValueError: the key is another one.
        """
        from workflow_editor.triggers.webhooks.ciphers import aes_decrypted

        plain = aes_decrypted(self._aes_key(), self._iv(), b64decode(encrypted, validate=True), _BLOCK_BITS)
        start = _RANDOM + _LENGTH
        end = start + int.from_bytes(plain[_RANDOM:start], "big")
        if not start <= end <= len(plain):
            raise ValueError("the length is wrong")
        if plain[end:] != receiver.encode():
            raise NotVerifiedError(_OTHER_RECEIVER.filled(receiver=plain[end:].decode()))
        return plain[start:end]

    def encrypt(self, message: bytes, receiver: str, random: bytes | None = None) -> bytes:
        from workflow_editor.triggers.webhooks.ciphers import aes_encrypted

        length = len(message).to_bytes(_LENGTH, "big")
        plain = (random or secrets.token_bytes(_RANDOM)) + length + message + receiver.encode()
        return b64encode(aes_encrypted(self._aes_key(), self._iv(), plain, _BLOCK_BITS))

    def _aes_key(self) -> bytes:
        return b64decode(self.encoding_aes_key + b"=", validate=True)

    def _iv(self) -> bytes:
        return self._aes_key()[:_IV]


def callback_keys(tokens: Iterable[bytes], aes_keys: Sequence[bytes]) -> Sequence[CallbackKey]:
    """Return all pairs of tokens and keys that are valid at the moment."""
    return [CallbackKey(token, aes_key) for token in tokens for aes_key in aes_keys]


@dataclass(frozen=True, slots=True)
class OpenedCallback:
    """A message that is proved, and what an answer is encrypted and signed with."""

    message: bytes
    key: CallbackKey
    nonce: bytes


def open_callback(
    request: WebhookRequest,
    keys: Iterable[CallbackKey],
    encrypted: bytes,
    *,
    signature: bytes,
    receiver: str,
    window: timedelta = REPLAY_WINDOW,
    ticks_per_second: int = 1,
) -> OpenedCallback:
    """Verify and decrypt a message with the one of the keys that it was made with."""
    timestamp, nonce = parameter(request, "timestamp"), parameter(request, "nonce")
    check_time(timestamp, request, window=window, ticks_per_second=ticks_per_second)
    signed = [key for key in keys if compare_digest(key.signature(timestamp, nonce, encrypted), signature)]
    if not signed:
        raise NotVerifiedError(WRONG_SIGNATURE)
    for key in signed:
        with suppress(ValueError):
            return OpenedCallback(key.decrypt(encrypted, receiver), key, nonce)
    raise NotVerifiedError(WRONG_KEY)
