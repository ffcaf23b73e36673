"""An environment that lacks a package ends the start with a sentence that names it and says what to do."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from tests.doubles.embedded_server import STARTS_WITHIN_S, EmbeddedServer, migrated_folder
from tests.doubles.scaled_server import ScaledServer

pytestmark = pytest.mark.exhaustive

# Python imports this module at its start, in every process.
WITHOUT = """
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Without())
"""


def environment_without(package: str, folder: Path) -> dict[str, str]:
    (folder / "sitecustomize.py").write_text(WITHOUT.format(package=package))
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("package", ["django", "uvicorn"])
def test_one_process(tmp_path: Path, package: str) -> None:
    server = EmbeddedServer(migrated_folder(tmp_path), **environment_without(package, tmp_path))
    process = server.spawn()
    output, _ = process.communicate(timeout=STARTS_WITHIN_S)
    assert process.returncode == 1
    assert f"The Python module {package} is missing from the environment" in output
    assert "make run" in output
    assert "Traceback" not in output


# What a worker alone imports, and what the web process alone imports.
@pytest.mark.parametrize(("package", "name"), [("packaging", "worker.1"), ("uvicorn", "web")])
def test_several_processes_end_instead_of_starting_again_and_again(package: str, name: str) -> None:
    with TemporaryDirectory(prefix="flowloom-without-") as folder:
        process = ScaledServer(Path(folder), **environment_without(package, Path(folder)), WORKERS="1").spawn()
        output, _ = process.communicate(timeout=STARTS_WITHIN_S)
        assert process.returncode == 1
        assert f"{name} failed 5 times in a row at its start, so everything was stopped." in output
        last = output.split("It wrote last:")[1]
        assert f"The Python module {package} is missing from the environment" in last
        assert not [
            one
            for one in psutil.process_iter(["environ"])
            if folder in str((one.info["environ"] or {}).get("DATA_DIR"))
        ]
