"""Cases of migrations report what differs, as tests do."""

import pytest

pytest.register_assert_rewrite("tests.upgrades.knowledge", "tests.upgrades.tools", "tests.upgrades.workflow_editor")
