"""Merge: brings branches together."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import SummaryText
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError, failure_text
from workflow_editor.nodes.base import Category, Example, JoinStrategy, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.ports import Variables


class MergeConfig(NodeConfig):
    """What is waited for, what becomes of failed branches, and the form of the output."""

    strategy: Literal["all", "any", "first"] = Field(
        default="all",
        json_schema_extra=ui(
            "Wait for",
            "等待方式",
            "Branches that were skipped are not waited for.",
            "被跳过的分支不会等待。",
            enum_labels={
                "all": Text("All branches", "所有分支"),
                "any": Text("Any branch that succeeds", "任一成功的分支"),
                "first": Text("The first branch that arrives", "最先到达的分支"),
            },
        ),
    )
    error_strategy: Literal["fail_fast", "continue", "collect"] = Field(
        default="fail_fast",
        json_schema_extra=ui(
            "When a branch fails",
            "分支失败时",
            "A failed branch arrives from an error port.",
            "失败的分支从错误端口到达。",
            enum_labels={
                "fail_fast": Text("Fail", "失败"),
                "continue": Text("Continue without it", "忽略并继续"),
                "collect": Text("Continue and list the errors", "继续并收集错误"),
            },
        ),
    )
    output_mode: Literal["auto", "merge", "array", "first"] = Field(
        default="auto",
        json_schema_extra=ui(
            "Output",
            "输出形式",
            "Automatic: what waits for all gives an object by node, else the one output as it is.",
            "自动：等待所有分支时按节点组成对象，否则原样输出到达的那一个。",
            enum_labels={
                "auto": Text("Automatic, without counts", "自动（不含计数）"),
                "merge": Text("Object by node, with counts", "按节点组成的对象（含计数）"),
                "array": Text("List, with counts", "列表（含计数）"),
                "first": Text("First output, with counts", "第一个输出（含计数）"),
            },
        ),
    )


class MergeNode(PureNode[MergeConfig]):
    """Gives on what its branches brought.

    Automatic output: by node key when it waits for all, else the first output alone. The other modes, and collected
    errors, give `{result, counts: {total, succeeded, failed}, errors: [{node, code, message}]}`.
    """

    id = "merge"
    category: ClassVar[Category] = "logic"
    icon = "arrows-join"
    title = Text("Merge", "合并")
    help = Text("Joins several branches.", "把多个分支合并到一起。")
    summary = (
        (
            SummaryText(Text("Waits for all branches", "等待所有分支"), when={"strategy": ["all"]}),
            SummaryText(Text("Takes the first that succeeds", "取最先成功的分支"), when={"strategy": ["any"]}),
            SummaryText(Text("Takes the first that arrives", "取最先到达的分支")),
        ),
    )
    config_model = MergeConfig
    example = Example(
        Text("Joins two texts by node.", "按节点汇总两段文本。"),
        config={"strategy": "all"},
        nodes={"draft": {"text": "Hello"}, "title": {"text": "Greeting"}},
        output={"draft": {"text": "Hello"}, "title": {"text": "Greeting"}},
    )

    def join(self, config: MergeConfig) -> JoinStrategy:
        return config.strategy

    def evaluate(self, config: MergeConfig, variables: Variables) -> NodeOutcome:
        good, failed = _parted(variables.upstream())
        if failed and (config.error_strategy == "fail_fast" or (config.strategy != "all" and not good)):
            raise _branch_failed(*failed[0])
        mode = _mode(config)
        if config.output_mode == "auto" and config.error_strategy != "collect":
            return NodeOutcome(_first(good) if mode == "first" else dict(good))
        errors = list(_listed(failed)) if config.error_strategy == "collect" else []
        counts = {"total": len(good) + len(failed), "succeeded": len(good), "failed": len(failed)}
        return NodeOutcome({"result": _result(mode, good), "counts": counts, "errors": errors})


Branches = Sequence[tuple[str, JsonObject]]


def _mode(config: MergeConfig) -> Literal["merge", "array", "first"]:
    if config.output_mode != "auto":
        return config.output_mode
    return "merge" if config.strategy == "all" else "first"


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
    """Tell outputs from failures: an error port gives nothing but `{"error": {"code", "message", …}}`."""
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
        Text(f"The branch of {key} failed: {reason.en}", f"节点 {key} 的分支失败：{reason.zh}"),
        code="merge_branch_failed",
        details={"node": key, "code": error["code"]},
    )
