"""File cache of the compiled interpreter: compiling takes a second, loading a millisecond. Pure.

It is machine code with our rights, so only a folder that belongs to our user and is writable by nobody else counts. The
digest detects damage and another interpreter; it does not authenticate.
"""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

import wasmtime

_DIGEST_BYTES = 32


def compiled(engine: wasmtime.Engine, source: bytes, file: Path | None) -> wasmtime.Module:
    """Return a source's module for an engine, from `file` if valid, else compiled and written there; None: no cache."""
    if file is None or not _is_ours(file.parent):
        return wasmtime.Module(engine, source)
    found = _read(file, source)
    if found:
        try:
            return wasmtime.Module.deserialize(engine, found)
        except wasmtime.WasmtimeError:
            pass  # of another version of wasmtime, another engine or another processor
    module = wasmtime.Module(engine, source)
    _write(file, source, bytes(module.serialize()))
    return module


def _is_ours(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not others_write


def _read(file: Path, source: bytes) -> bytes:
    try:
        content = file.read_bytes()
    except OSError:
        return b""
    code = content[_DIGEST_BYTES:]
    return code if content[:_DIGEST_BYTES] == _digest(source, code) else b""


def _write(file: Path, source: bytes, code: bytes) -> None:
    """Write the file so that others see it whole or not at all; where that cannot be done, each worker compiles."""
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(descriptor, "wb") as out:
                out.write(_digest(source, code) + code)
            Path(name).replace(file)
        except OSError:
            os.unlink(name)
    except OSError:
        return


def _digest(source: bytes, code: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(source).digest() + code).digest()
