"""Binds values to the names in a statement: lists within IN and ANY, objects and lists elsewhere as JSON. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json
from tools.core.text import Text, listed
from tools.executors.database.scanner import Engine, ListParameter, NamedParameter, Piece
from tools.executors.database.statement import Statement

if TYPE_CHECKING:
    from sqlalchemy import TextClause

MAX_VALUES = 10_000
"""SQLite takes 32,766, PostgreSQL 65,535."""
_LARGEST: Mapping[Engine, int] = {"sqlite": 2**63 - 1, "mysql": 10**65 - 1}
"""Integers beyond are rounded by the database or refused by its driver; PostgreSQL's have 131,072 digits."""
_EMPTY_LIST: Mapping[Engine, tuple[str, str]] = {
    "postgresql": ("= ANY ('{}')", "<> ALL ('{}')"),
    "mysql": ("IN (SELECT NULL FROM dual WHERE 1 = 0)", "NOT IN (SELECT NULL FROM dual WHERE 1 = 0)"),
    "sqlite": ("IN ()", "NOT IN ()"),
}
"""Subquery without rows, for any type."""
_NAMES = Text("The values must match the names in the statement. Missing: {lacking}; not in the statement: {unknown}.")
_TOO_MANY = Text("{name}: at most {most:,} values can be bound. Ask in several parts.")
_TOO_LONG = Text("{name}: the number has more digits than this database keeps exactly. Pass it as text.")
_AMONG = Text("{name} is a list. Write it alone between the parentheses: IN (:{name}).")


@dataclass(frozen=True, slots=True)
class BoundStatement:
    statement: Statement
    text: str
    """In SQLAlchemy's form, with names of its own."""
    values: Mapping[str, object]

    def clause(self) -> "TextClause":
        """Return what SQLAlchemy executes."""
        # Imported late: statements are also looked at where nothing is sent.
        from sqlalchemy import text

        return text(self.text)


def bound(statement: Statement, params: Mapping[str, Any]) -> BoundStatement:
    """Bind a value to each name. Raises ToolArgumentsError if names differ, or a value cannot be bound exactly."""
    lacking = sorted(statement.parameters - params.keys())
    unknown = sorted(params.keys() - statement.parameters)
    if lacking or unknown:
        raise ToolArgumentsError(
            _NAMES.filled(
                lacking=listed(lacking) if lacking else Text("none"),
                unknown=listed(unknown) if unknown else Text("none"),
            )
        )
    binder = _Binder(statement.engine, params)
    text = "".join(map(binder.sent, statement.pieces)).strip()
    return BoundStatement(statement, text, binder.values)


@dataclass(slots=True)
class _Binder:
    engine: Engine
    params: Mapping[str, Any]
    values: dict[str, object] = field(default_factory=dict)
    _bound: dict[str, str] = field(default_factory=dict)
    """PostgreSQL finds out the type of a value from all places of its name, so it is bound once."""

    def sent(self, piece: Piece) -> str:
        match piece:
            case str():
                # Only what is escaped is no name to SQLAlchemy.
                return piece.replace(":", "\\:")
            case ListParameter(name, is_negated):
                value = self.params[name]
                if value == []:
                    return _EMPTY_LIST[self.engine][is_negated]
                names = [self._add(name, one) for one in value] if isinstance(value, list) else [self._once(name)]
                return f"{'NOT ' if is_negated else ''}IN ({', '.join(names)})"
            case NamedParameter(name, in_list, is_array):
                if is_array and self.engine == "postgresql" and self._is_plain_list(name):
                    return self._put(self.params[name])
                if in_list and isinstance(self.params[name], list):
                    raise ToolArgumentsError(_AMONG.filled(name=name), details={"argument": "params"})
                return self._once(name)

    def _once(self, name: str) -> str:
        if name not in self._bound:
            self._bound[name] = self._add(name, self.params[name])
        return self._bound[name]

    def _add(self, name: str, value: Any) -> str:
        if len(self.values) >= MAX_VALUES:
            text = _TOO_MANY.filled(name=name, most=MAX_VALUES)
            raise ToolArgumentsError(text, details={"argument": "params"})
        if isinstance(value, int) and abs(value) > _LARGEST.get(self.engine, abs(value)):
            raise ToolArgumentsError(_TOO_LONG.filled(name=name), details={"argument": "params"})
        return self._put(write_json(value).decode() if isinstance(value, dict | list) else value)

    def _put(self, value: object) -> str:
        key = f"v{len(self.values) + 1}"
        self.values[key] = value
        return f":{key}"

    def _is_plain_list(self, name: str) -> bool:
        value = self.params[name]
        return isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)
