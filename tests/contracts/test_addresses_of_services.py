"""An address of a service with a folder of its own is written in that folder alone."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_APPS = ("tools", "agents", "workflow_editor")
_HOSTS = {
    "dingtalk": r"dingtalk\.com",
    "douyin": r"douyin\.com",
    "feishu": r"feishu\.cn|larksuite\.com",
    "github": r"(?<!docs\.)\bgithub\.com|api\.github\.com",
    "slack": r"slack\.com",
    "wechat": r"api\.weixin\.qq\.com",
    "wecom": r"qyapi\.weixin\.qq\.com",
}


@cache
def _by_folder() -> list[tuple[Path, str]]:
    """Return the addresses in the code, each with the folder of its module."""
    paths = [path for app in _APPS for path in (_ROOT / app).rglob("*.py")]
    return [(path.parent, one) for path in paths for one in _addresses(path)]


def _addresses(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are no docstrings and hold an address."""
    tree = ast.parse(path.read_text())
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield from re.findall(r"https?://[^\s\"'{}]+", node.value)


@pytest.mark.parametrize("service", _HOSTS)
def test_only_its_folder_has_the_address(service: str) -> None:
    host = re.compile(rf"https?://(?:[\w-]+\.)*(?:{_HOSTS[service]})")
    found = {folder for folder, address in _by_folder() if host.match(address)}
    assert found == {_ROOT / "tools" / "executors" / service}
