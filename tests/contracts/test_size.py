"""Second forms do not come back: serializers, literal limits and crumbs only become fewer."""

from tests.contracts.size import limited, python_lines, typescript_lines

MOST = {
    "serializers": 1,
    "maxLength literals": 1,
    "error states of reads": 1,
    "Python crumbs": 13,
    "TypeScript crumbs": 39,
}
"""Lower a number when its count has fallen; a typed class, a shared limit, `QueryState` or a larger module replaces a
new one.
"""


def test_no_count_grows() -> None:
    found = limited()
    assert found.keys() == MOST.keys()
    assert {name: count for name, count in found.items() if count > MOST[name]} == {}


def test_lines_are_counted_by_kind() -> None:
    python = '"""One\n\ntwo."""\n\nimport os\n\n# why\nx = os\n"""Three."""\n'
    assert python_lines(python) == {"docstrings": 4, "blank": 2, "imports": 1, "comments": 1, "code": 1}
    typescript = '/** One\n * two. */\nimport {\n  a,\n} from "b";\n\nconst x = a; /* three */\n'
    assert typescript_lines(typescript) == {"docstrings": 2, "imports": 3, "blank": 1, "code": 1}
