"""Rule conditions: CEL over a call's `args`, `caller`, `workflow` and `mode`. Pure.

A condition is short, walks lists at most twice, and its work is bounded beforehand. Any failure gives `None`, and the
rule's effect decides its meaning.
"""

import re
from typing import TYPE_CHECKING, Any

from tools.core.definitions import CallContext, JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.evaluation.pool import EvaluationPool
from tools.policies.cel_cost import Cost
from tools.policies.cel_messages import syntax_error, too_long

if TYPE_CHECKING:
    from cel import Context, Program

MAX_SOURCE_CHARACTERS = 1_000
MAX_LOOPS = 2
MAX_STEPS = 5_000
"""Values that all loops may visit: some 15 ms in the worst case."""
MAX_VALUES = 10_000
MAX_CHARACTERS = 100_000
"""Total characters of the arguments' texts that a condition may read."""
NAMES = ("args", "caller", "workflow", "mode")

_pool = EvaluationPool("tools.policies.conditions")

_LOOPS = re.compile(r"\b(all|exists|exists_one|existsOne|map|filter)\b")
"""Counted anywhere in the text: a field with such a name only tightens the limit."""
_LOOP_NAME = re.compile(r"\(\s*(?P<name>[A-Za-z_]\w*)\s*,")


class ConditionError(ToolArgumentsError):
    """A condition that cannot be stored, with the reason in every language."""


class PolicyCondition:
    """A compiled condition; may be used from any thread."""

    def __init__(self, program: "Program", source: str, loops: int) -> None:
        self._program = program
        self._source = source
        self._cost = Cost(source)
        self._loops = loops

    def holds(self, question: "Question") -> bool | None:
        """Return whether the condition holds; None if it cannot be evaluated."""
        if self._loops and question.size**self._loops > MAX_STEPS:
            return None
        variables = question.variables()
        if variables is None:
            return None
        try:
            if self._cost.is_plain or self._cost.is_small(question.values):
                found = self._program.execute(variables)
            else:
                found = _pool.evaluate("value_of", self._source, question.values)
        except Exception:  # whatever a library finds wrong with a value: the effect of the rule decides
            return None
        return found if isinstance(found, bool) else None


class Question:
    """One call as seen by conditions, converted to CEL once for all rules."""

    def __init__(self, context: CallContext, arguments: JsonObject) -> None:
        self._context = context
        self._arguments = arguments
        self._variables: Context | None = None
        self.values: JsonObject = {}
        """As CEL has them, once there are `variables`."""
        self.size, self.characters = _measured(arguments)

    def variables(self) -> "Context | None":
        """Return the values in CEL's form; None when the arguments are too large."""
        if self.size > MAX_VALUES or self.characters > MAX_CHARACTERS:
            return None
        if self._variables is None:
            from cel import Context

            caller = self._context.caller
            about = {"id": caller.user_id, "name": caller.username, "roles": sorted(caller.roles)}
            workflow, mode = self._context.workflow_id or "", self._context.mode
            self.values = {"args": self._arguments, "caller": about, "workflow": workflow, "mode": mode}
            self._variables = Context(variables=self.values)
        return self._variables


def compile_condition(source: str) -> PolicyCondition:
    """Compile a condition. Raises ConditionError for wrong syntax, unknown names, or an exceeded limit."""
    # The module takes half a second to import; only rules with conditions need it.
    from cel import compile as compile_cel

    if len(source) > MAX_SOURCE_CHARACTERS:
        raise ConditionError(too_long(MAX_SOURCE_CHARACTERS))
    try:
        program = compile_cel(source)
    except ValueError as error:
        raise ConditionError(syntax_error(str(error))) from error
    loops = len(_LOOPS.findall(source))
    if loops > MAX_LOOPS:
        raise ConditionError(Text("A condition can loop over lists at most {max_loops} times.", max_loops=MAX_LOOPS))
    references = program.references()
    own = {match["name"] for match in _LOOP_NAME.finditer(source)}
    unknown = sorted(set(references["variables"]) - own - set(NAMES))
    if unknown:
        known = ", ".join(NAMES)
        raise ConditionError(Text("“{name}” is unknown. A condition can use {known}.", name=unknown[0], known=known))
    return PolicyCondition(program, source, loops)


def value_of(source: str, values: JsonObject) -> Any:
    """Evaluate a condition where it can be killed."""
    from cel import evaluate

    return evaluate(source, values)


def _measured(value: Any) -> tuple[int, int]:
    """Return how many values there are in a JSON value and how many characters, up to a little above the limits."""
    values, characters, left = 0, 0, [value]
    while left and values <= MAX_VALUES and characters <= MAX_CHARACTERS:
        item = left.pop()
        values += 1
        if isinstance(item, str):
            characters += len(item)
        elif isinstance(item, dict):
            left.extend(item.values())
            characters += sum(map(len, item))
        elif isinstance(item, list):
            left.extend(item)
    return values, characters
