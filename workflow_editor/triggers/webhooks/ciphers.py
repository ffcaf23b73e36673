"""AES-CBC and Ed25519. Imported when a request needs them, since `cryptography` is slow to import."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7


def aes_encrypted(key: bytes, iv: bytes, plain: bytes, block_bits: int) -> bytes:
    """Pad by PKCS#7 to blocks of `block_bits`, and encrypt."""
    padder = PKCS7(block_bits).padder()
    encryptor = Cipher(AES(key), CBC(iv)).encryptor()
    return encryptor.update(padder.update(plain) + padder.finalize()) + encryptor.finalize()


def aes_decrypted(key: bytes, iv: bytes, encrypted: bytes, block_bits: int) -> bytes:
    """Decrypt and unpad. Raises ValueError for a wrong key."""
    decryptor = Cipher(AES(key), CBC(iv)).decryptor()
    unpadder = PKCS7(block_bits).unpadder()
    return unpadder.update(decryptor.update(encrypted) + decryptor.finalize()) + unpadder.finalize()


def is_ed25519(public_key: bytes, signature: bytes, content: bytes) -> bool:
    """Verify a signature with a 32-byte Ed25519 key. Raises ValueError for a malformed key."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
    except InvalidSignature:
        return False
    return True
