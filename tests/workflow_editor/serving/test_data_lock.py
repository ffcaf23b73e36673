"""One process per data folder."""

from pathlib import Path

import pytest

from workflow_editor.serving.data_lock import DataFolderInUseError, lock_data_folder


def test_a_folder_is_locked_once(tmp_path: Path) -> None:
    lock_data_folder(tmp_path)
    with pytest.raises(DataFolderInUseError, match=str(tmp_path)):
        lock_data_folder(tmp_path)
