"""The compiled interpreter in a file: read when it is ours and whole, else compiled, and never a reason to fail."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import wasmtime

from tools.sandbox.javascript.guest import compiled

SOURCE = bytes(wasmtime.wat2wasm('(module (func (export "f") (result i32) i32.const 42))'))
OTHER = bytes(wasmtime.wat2wasm('(module (func (export "f") (result i32) i32.const 7))'))


def result(file: Path | None, source: bytes = SOURCE, config: wasmtime.Config | None = None) -> int:
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    function = wasmtime.Instance(store, compiled(engine, source, file), []).exports(store)["f"]
    assert isinstance(function, wasmtime.Func)
    return int(function(store))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "compiled" / "guest"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    made: list[bytes] = []
    compile_it = wasmtime.Module.__init__

    def counted(module: wasmtime.Module, engine: wasmtime.Engine, source: bytes) -> None:
        made.append(source)
        compile_it(module, engine, source)

    monkeypatch.setattr(wasmtime.Module, "__init__", counted)
    return made


def test_what_was_compiled_is_read_again_and_is_for_our_eyes_only(file: Path, compilations: list[bytes]) -> None:
    assert [result(file), result(file), len(compilations)] == [42, 42, 1]
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert list(file.parent.iterdir()) == [file]


def test_without_a_file_it_is_compiled(compilations: list[bytes]) -> None:
    assert [result(None), result(None), len(compilations)] == [42, 42, 2]


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def one_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-100] ^= 1
    file.write_bytes(content)


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("spoil", [cut_short, one_bit, empty])
def test_a_damaged_file_is_replaced(file: Path, compilations: list[bytes], spoil: Callable[[Path], None]) -> None:
    result(file)
    spoil(file)
    assert [result(file), result(file), len(compilations)] == [42, 42, 2]


def test_another_interpreter_replaces_it(file: Path, compilations: list[bytes]) -> None:
    assert [result(file), result(file, OTHER), result(file, OTHER), len(compilations)] == [42, 7, 7, 2]


def test_another_engine_replaces_it(file: Path, compilations: list[bytes]) -> None:
    """As another version of wasmtime does: what is kept is whole, but not for this engine."""
    without = wasmtime.Config()
    without.wasm_simd = False
    without.wasm_relaxed_simd = False
    assert [result(file), result(file, config=without), len(compilations)] == [42, 42, 2]


def open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def open_to_the_group(folder: Path) -> None:
    folder.chmod(0o770)


def a_link(folder: Path) -> None:
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(elsewhere)


def of_somebody_else(folder: Path) -> None:
    if os.geteuid():
        pytest.skip("only root gives folders away")
    os.chown(folder, 12345, -1)


@pytest.mark.parametrize("give_away", [open_to_all, open_to_the_group, a_link, of_somebody_else])
def test_nothing_is_read_where_others_may_write(
    file: Path, compilations: list[bytes], give_away: Callable[[Path], None]
) -> None:
    result(file)
    give_away(file.parent)
    assert [result(file), len(compilations)] == [42, 2]


def test_a_place_that_cannot_be_written_does_no_harm(tmp_path: Path, compilations: list[bytes]) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "compiled"
    (folder / "guest").mkdir(parents=True, mode=0o700)
    folder.chmod(0o700)
    for place in (tmp_path / "file" / "guest", tmp_path / "none" / "compiled" / "guest", folder / "guest"):
        assert result(place) == 42
    assert [path.name for path in folder.iterdir()] == ["guest"]
