"""Merge: joins branches."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError, failure_text
from workflow_editor.nodes.base import Example, JoinStrategy, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.ports import Variables


class MergeConfig(NodeConfig):
    strategy: Literal["all", "any", "first", "count"] = form_field(
        "Wait for",
        "Skipped branches are not waited for.",
        default="all",
        enum_labels={
            "all": Text("All branches"),
            "any": Text("Any branch that succeeds"),
            "first": Text("The first branch that arrives"),
            "count": Text("A number of branches that succeed"),
        },
    )
    count: int = form_field(
        "Branches",
        "How many branches must succeed. The others are then no longer waited for. If skipped branches "
        "leave fewer than this, those that remain are enough.",
        default=2,
        ge=1,
        le=100,
        show_if={"strategy": ["count"]},
    )
    cancel_rest: bool = form_field(
        "Cancel the rest",
        "Once enough branches have arrived, stops every unfinished step that leads here. Other nodes "
        "that wait for such a step continue without it. When off, the other branches continue.",
        default=False,
        show_if={"strategy": ["any", "first", "count"]},
    )
    error_strategy: Literal["fail_fast", "continue", "collect"] = form_field(
        "When a branch fails",
        "A branch fails and arrives through its error port.",
        default="fail_fast",
        enum_labels={
            "fail_fast": Text("Fail"),
            "continue": Text("Continue without it"),
            "collect": Text("Continue and list the errors"),
        },
    )
    output_mode: Literal["auto", "merge", "array", "first"] = form_field(
        "Output",
        "Automatic: an object by node if all or a number of branches are awaited, otherwise the single output "
        "unchanged.",
        default="auto",
        enum_labels={
            "auto": Text("Automatic without counts"),
            "merge": Text("Object by node with counts"),
            "array": Text("List with counts"),
            "first": Text("First output with counts"),
        },
    )


class MergeNode(PureNode[MergeConfig]):
    """Outputs the values of its branches.

    Automatic output: by node key when it waits for all or a number, else the first output alone. The other modes, and
    collected errors, give `{result, counts: {total, succeeded, failed}, errors: [{node, code, message}]}`.
    """

    id = "merge"
    category = "logic"
    only_routes = True
    icon = "arrows-join"
    title = Text("Merge")
    help = Text("Joins several branches.")
    keywords = Text("join, combine, wait for all, quorum, parallel")
    summary = (
        (
            SummaryText(Text("Waits for all branches"), when={"strategy": ["all"]}),
            SummaryText(Text("Takes the first branch that succeeds"), when={"strategy": ["any"]}),
            SummaryText(Text("Branches to wait for: {count}"), when={"strategy": ["count"]}),
            SummaryText(Text("Takes the first branch that arrives")),
        ),
    )
    example = Example(
        Text("Joins two texts by node."),
        config={"strategy": "all"},
        nodes={"draft": {"text": "Hello"}, "title": {"text": "Greeting"}},
        output={"draft": {"text": "Hello"}, "title": {"text": "Greeting"}},
    )

    def join(self, config: MergeConfig) -> JoinStrategy:
        return config.count if config.strategy == "count" else config.strategy

    def cancels_rest(self, config: MergeConfig) -> bool:
        return config.cancel_rest and config.strategy != "all"

    def evaluate(self, config: MergeConfig, variables: Variables) -> NodeOutcome:
        good, failed = _parted(variables.upstream())
        if failed and _is_too_few(config, good):
            raise _branch_failed(*failed[0])
        mode = _mode(config)
        if config.output_mode == "auto" and config.error_strategy != "collect":
            return NodeOutcome(_first(good) if mode == "first" else dict(good))
        errors = list(_listed(failed)) if config.error_strategy == "collect" else []
        counts = {"total": len(good) + len(failed), "succeeded": len(good), "failed": len(failed)}
        return NodeOutcome({"result": _result(mode, good), "counts": counts, "errors": errors})


Branches = Sequence[tuple[str, JsonObject]]


def _is_too_few(config: MergeConfig, good: Branches) -> bool:
    """Say whether a failed branch fails the node."""
    if config.strategy == "count":
        return len(good) < config.count
    return config.error_strategy == "fail_fast" or (config.strategy != "all" and not good)


def _mode(config: MergeConfig) -> Literal["merge", "array", "first"]:
    if config.output_mode != "auto":
        return config.output_mode
    return "merge" if config.strategy in ("all", "count") else "first"


def _result(mode: Literal["merge", "array", "first"], good: Branches) -> Any:
    match mode:
        case "merge":
            return dict(good)
        case "array":
            return [output for _, output in good]
        case "first":
            return _first(good)


def _first(good: Branches) -> JsonObject:
    return dict(good[0][1]) if good else {}


def _parted(arrived: Branches) -> tuple[Branches, Branches]:
    """Separate outputs from failures: an error port only gives `{"error": {"code", "message", …}}`."""
    good: list[tuple[str, JsonObject]] = []
    failed: list[tuple[str, JsonObject]] = []
    for key, output in arrived:
        error = output.get("error") if output.keys() == {"error"} else None
        if isinstance(error, dict) and {"code", "message"} <= error.keys():
            failed.append((key, error))
        else:
            good.append((key, output))
    return good, failed


def _listed(failed: Branches) -> Iterator[JsonObject]:
    for key, error in failed:
        yield {"node": key, "code": error["code"], "message": error["message"]}


def _branch_failed(key: str, error: JsonObject) -> NodeError:
    reason = failure_text(error)
    return NodeError(
        Text("The branch of {key} failed: {reason}", key=key, reason=reason),
        code="merge_branch_failed",
        details={"node": key, "code": error["code"]},
    )
