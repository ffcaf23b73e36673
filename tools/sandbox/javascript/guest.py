"""QuickJS compiled to WebAssembly, with one host function. Pure.

The guest is the file in the package `quickjs-rs`; its Python part is unused, since it limits no memory and exposes our
output. Values cross as text. The guest reaches only `host`, the clock and random numbers: no files, arguments,
environment or output.

The compiled interpreter is kept in a file: compiling takes a second, loading a millisecond. It is machine code with our
rights, so only a folder that belongs to our user and is writable by nobody else counts. The digest detects damage and
another interpreter; it does not authenticate.
"""

import hashlib
import importlib.util
import os
import stat
import struct
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import wasmtime

_DIGEST_BYTES = 32
MAX_MEMORY_BYTES = 64 * 1024 * 1024
"""All memory of the guest; the interpreter takes about 1 MB of it."""
_HEAP_BYTES = 56 * 1024 * 1024
"""QuickJS's own limit, leaving memory for its error."""
_OK, _EXCEPTION = 0, 1
_FAILED_CALL = -1
_I32 = wasmtime.ValType.i32


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


class OutOfMemoryError(Exception):
    """The guest has no memory left for a value."""


class ThrownError(Exception):
    """An exception that the guest did not catch."""


class Interpreter:
    """The compiled interpreter, single-threaded; each run gets an instance. `file` caches it, as in `compiled`."""

    def __init__(self, file: Path | None = None) -> None:
        config = wasmtime.Config()
        # Looks at the clock in each loop and call of the guest, also where QuickJS itself does not.
        config.epoch_interruption = True
        self.engine = wasmtime.Engine(config)
        self.current: Guest | None = None
        self._module = compiled(self.engine, _guest_file().read_bytes(), file)
        self._linker = wasmtime.Linker(self.engine)
        self._linker.define_wasi()
        self._import("host_call", 5, lambda *given: cast("Guest", self.current).called(*given))
        self._import("host_interrupt", 0, lambda: 0)
        # No modules.
        self._import("host_module_normalize", 5, lambda *_: 0)
        self._import("host_module_load", 3, lambda *_: 0)

    def _import(self, name: str, parameters: int, function: Callable[..., int]) -> None:
        kind = wasmtime.FuncType([_I32()] * parameters, [_I32()])
        self._linker.define_func("env", name, kind, function)

    def instance(self, store: wasmtime.Store) -> wasmtime.Instance:
        return self._linker.instantiate(store, self._module)


class Guest:
    """One interpreter with its own memory, for one run."""

    host: Callable[..., str]
    """Takes texts from the code and returns a text; its exceptions end the run and cannot be caught by the guest."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._engine = interpreter.engine
        self._store = wasmtime.Store(interpreter.engine)
        self._store.set_limits(memory_size=MAX_MEMORY_BYTES, instances=1, memories=1, tables=1)
        self._store.set_wasi(wasmtime.WasiConfig())
        self._store.set_epoch_deadline(1)
        interpreter.current = self
        self._exports = interpreter.instance(self._store).exports(self._store)
        self._memory = cast("wasmtime.Memory", self._exports["memory"])
        self._call("set_memory_limit", _HEAP_BYTES)
        self._out = self._call("qjs_alloc", 4)

    def timer(self, seconds: float) -> threading.Timer:
        """Return a timer that stops the guest; join it after cancelling."""
        return threading.Timer(max(seconds, 0.0), self._engine.increment_epoch)

    def evaluate(self, source: str) -> int:
        """Run a script and return a handle of its value.

        Raises:
            ThrownError: an exception that was not caught.
            OutOfMemoryError: the memory is used up.
            wasmtime.Trap: the time is up, or the stack is used up.
        """
        at, length = self._write(source)
        return self._value("eval_code", at, length)

    def call(self, function: int, arguments: Sequence[int]) -> int:
        """Call a function by handle with handles; raises as `evaluate` does."""
        at = self._call("qjs_alloc", max(4 * len(arguments), 4))
        self._memory.write(self._store, struct.pack(f"<{len(arguments)}i", *arguments), at)
        return self._value("call_function", function, self._call("new_undefined"), at, len(arguments))

    def function(self, name: str) -> int:
        """Return a handle of a function that calls `host`."""
        return self._call("new_function", *self._write(name))

    def text(self, value: str) -> int:
        return self._call("new_string", *self._write(value))

    def settle(self) -> None:
        """Run what waits for promises that are settled, until nothing does."""
        while self._call("execute_pending_jobs") > 0:
            pass  # the guest stops after so many of them

    def is_full(self) -> bool:
        """Say whether the memory has grown to nearly all that it may be."""
        return self._memory.data_len(self._store) > MAX_MEMORY_BYTES * 0.8

    def close(self) -> None:
        """Give the memory back."""
        self._store.close()

    def called(self, name: int, name_length: int, this: int, count: int, arguments: int) -> int:
        """Answer a call of `host`: the import of the guest."""
        handles = struct.unpack(f"<{count}i", self._read(arguments, 4 * count))
        texts = [self._text_of(handle) for handle in handles]
        return _FAILED_CALL if None in texts else self.text(self.host(*texts))

    def _call(self, name: str, *arguments: int) -> int:
        return cast("int", cast("wasmtime.Func", self._exports[name])(self._store, *arguments))

    def _value(self, name: str, *arguments: int) -> int:
        status = self._call(name, *arguments, self._out)
        if status == _EXCEPTION:
            raise OutOfMemoryError if self.is_full() else ThrownError
        if status != _OK:
            raise OutOfMemoryError
        return int(struct.unpack("<i", self._read(self._out, 4))[0])

    def _write(self, text: str) -> tuple[int, int]:
        # Halves of surrogate pairs are text for JavaScript, but not for UTF-8.
        data = text.encode("utf-8", "replace")
        at = self._call("qjs_alloc", max(len(data), 1))
        if at == 0:
            raise OutOfMemoryError
        self._memory.write(self._store, data, at)
        return at, len(data)

    def _text_of(self, handle: int) -> str | None:
        if self._call("get_string", handle) != _OK:
            return None
        data = self._read(self._call("qjs_last_ptr"), self._call("qjs_last_len"))
        self._call("qjs_result_free")
        return data.decode("utf-8", "replace")

    def _read(self, at: int, length: int) -> bytes:
        # wasmtime checks the bounds of what it reads.
        return bytes(self._memory.read(self._store, at, at + length))


def _guest_file() -> Path:
    found = importlib.util.find_spec("quickjs_rs")
    if found is None or found.origin is None:
        raise RuntimeError("The package quickjs-rs is not installed.")
    return Path(found.origin).with_name("_guest.wasm")
