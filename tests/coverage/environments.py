"""Twins of an environment in which coverage is measured; the environment itself stays as it is.

A twin consists of links to what the environment holds, and of the start-up hook. Helpers of the product start with an
empty set of variables, so a hook that asks a variable would miss them.
"""

import shutil
import subprocess
from pathlib import Path

HOOK = "flowloom_coverage"


def twin_create(environment: Path, folder: Path, coverage_package: Path) -> Path:
    """Make a twin in `folder` and return its Python.

    Args:
        coverage_package: the folder of the package `coverage`, which the environment of the product does not have.
    """
    python = environment / "bin" / "python"
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    packages, own = _packages(environment), _packages(folder)
    for path in packages.iterdir():
        _link(path, own / path.name)
    _link(coverage_package, own / coverage_package.name)
    (own / f"{HOOK}.py").symlink_to(Path(__file__).with_name("startup.py"))
    (own / f"{HOOK}.pth").write_text(f"import {HOOK}\n")
    for path in (environment / "bin").iterdir():
        _program(path, folder / "bin" / path.name, environment, folder)
    # Targets of the Makefile, which are as old as those that they stand for.
    shutil.copy2(environment / ".installed", folder)
    return folder / "bin" / "python"


def _packages(environment: Path) -> Path:
    [packages] = environment.glob("lib/python3.*/site-packages")
    return packages


def _link(path: Path, link: Path) -> None:
    if not link.exists():
        link.symlink_to(path)


def _program(path: Path, twin: Path, environment: Path, folder: Path) -> None:
    """Give the twin a program; a script starts with the Python of its environment."""
    if twin.exists():
        return
    content = path.read_bytes()
    if content.startswith(b"#!" + str(environment).encode()):
        twin.write_bytes(content.replace(str(environment).encode(), str(folder).encode(), 1))
        twin.chmod(0o755)
    else:
        twin.symlink_to(path)
