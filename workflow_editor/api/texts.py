"""What our error codes are called and say, in English and Chinese.

`detail` may name keys of the error's details in braces. Without one, the error's own message is the detail: errors that
quote a value or a vendor's answer are more useful in their own words than in ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tools.core.definitions import Text
from tools.core.json_text import TOO_DEEP
from tools.forms.local_text import local_text, speaks_chinese
from workflow_editor.errors import failure_text


@dataclass(frozen=True, slots=True)
class ErrorText:
    """The title of an error code and, where it does not depend on the case, its explanation."""

    title: Text
    detail: Text | None = None


TEXTS: Mapping[str, ErrorText] = {
    "not_found": ErrorText(
        Text("Not found", "未找到"),
        Text("This does not exist, or you may not see it.", "该内容不存在，或您无权查看。"),
    ),
    "forbidden": ErrorText(
        Text("Not allowed", "没有权限"),
        Text("You may see this but not change it.", "您可以查看，但无权进行此操作。"),
    ),
    "session_not_found": ErrorText(Text("No such session", "会话不存在")),
    "token_scope_missing": ErrorText(Text("The token does not open this", "令牌无此权限")),
    "staff_only": ErrorText(
        Text("Not allowed", "没有权限"), Text("Only administrators may do this.", "只有管理员可以执行此操作。")
    ),
    "not_signed_in": ErrorText(
        Text("Not signed in", "未登录"),
        Text("Sign in, or send an API token.", "请先登录，或提供 API 令牌。"),
    ),
    "authentication_failed": ErrorText(
        Text("Not signed in", "未登录"),
        Text("This API token is unknown, has expired or was revoked.", "该 API 令牌不存在、已过期或已被撤销。"),
    ),
    "wrong_credentials": ErrorText(
        Text("Sign-in failed", "登录失败"),
        Text("The user name or the password is wrong.", "用户名或密码不正确。"),
    ),
    "csrf_failed": ErrorText(
        Text("Request refused", "请求被拒绝"),
        Text(
            "The X-CSRFToken header is missing or does not belong to this session. Reload the page.",
            "缺少 X-CSRFToken 请求头，或它与当前会话不符。请刷新页面。",
        ),
    ),
    "throttled": ErrorText(
        Text("Too many tries", "尝试次数过多"),
        Text("Wait {retry_after} seconds and try again.", "请等待 {retry_after} 秒后再试。"),
    ),
    "setup_closed": ErrorText(
        Text("The link no longer works", "链接已失效"),
        Text(
            "This link was used, has expired or was revoked. Ask your administrator for a new one.",
            "该链接已被使用、已过期或已被撤销。请向管理员索取新的链接。",
        ),
    ),
    "token_not_for_this": ErrorText(Text("Not with a token", "令牌无法执行此操作")),
    "token_read_only": ErrorText(Text("The token only reads", "只读令牌")),
    "token_other_workflow": ErrorText(Text("The token is for one workflow", "令牌仅限一个工作流")),
    "invalid_input": ErrorText(
        Text("Invalid input", "输入无效"),
        Text("Some fields need your attention.", "有些字段需要修改。"),
    ),
    "run_inputs_invalid": ErrorText(
        Text("The inputs are not valid", "输入不符合要求"),
        Text("Some inputs of this run need your attention.", "本次运行的部分输入需要修改。"),
    ),
    "config_invalid": ErrorText(
        Text("The settings are not valid", "设置不符合要求"),
        Text("Some settings of this node need your attention.", "该节点的部分设置需要修改。"),
    ),
    "malformed_request": ErrorText(
        Text("Malformed request", "请求格式错误"),
        Text("The body is not valid JSON.", "请求体不是有效的 JSON。"),
    ),
    "body_too_large": ErrorText(
        Text("Too large", "内容过大"),
        Text("Send at most {limit} at once.", "一次最多发送 {limit}。"),
    ),
    "body_too_slow": ErrorText(
        Text("Sent too slowly", "发送过慢"),
        Text(
            "The request did not arrive in time. Check the connection and send it again.",
            "请求未能及时送达。请检查网络连接后重新发送。",
        ),
    ),
    "server_busy": ErrorText(
        Text("The server is busy", "服务器繁忙"),
        Text("Too many connections are open. Try again in a few seconds.", "当前连接数过多，请稍后几秒再试。"),
    ),
    "body_too_deep": ErrorText(Text("Nested too deeply", "嵌套过深"), TOO_DEEP),
    "body_holds_nul": ErrorText(
        Text("Malformed request", "请求格式错误"),
        Text("The text holds a NUL character (U+0000); remove it.", "文本中含有空字符（U+0000），请删除。"),
    ),
    "method_not_allowed": ErrorText(
        Text("Method not allowed", "不支持的请求方法"),
        Text("This address does not take this method.", "该地址不支持此请求方法。"),
    ),
    "not_acceptable": ErrorText(
        Text("Not acceptable", "无法接受"), Text("Answers are JSON only.", "只提供 JSON 格式的响应。")
    ),
    "unsupported_media_type": ErrorText(
        Text("Unsupported media type", "不支持的内容类型"),
        Text("Send JSON with Content-Type: application/json.", "请以 Content-Type: application/json 发送 JSON。"),
    ),
    "storage_full": ErrorText(
        Text("No space left", "存储空间已满"),
        Text(
            "The disk of the server is full; nothing was stored. Free space and try again. Runs go on by themselves.",
            "服务器磁盘已满，本次内容未保存。请清理空间后重试；运行会自动继续。",
        ),
    ),
    "storage_unavailable": ErrorText(
        Text("The database does not answer", "数据库无响应"),
        Text(
            "The database does not answer at the moment. Try again in some seconds; runs go on by themselves.",
            "数据库暂时没有响应。请稍候几秒再试；运行会自动继续。",
        ),
    ),
    "internal_error": ErrorText(
        Text("Something went wrong", "出错了"),
        Text(
            "The server could not do this. Give your administrator the reference {reference}.",
            "服务器无法完成该操作。请将编号 {reference} 告知管理员。",
        ),
    ),
    "graph_conflict": ErrorText(
        Text("Changed meanwhile", "内容已被修改"),
        Text(
            "The graph is at revision {revision}: somebody else saved it after you opened it.",
            "工作流图已更新到第 {revision} 版：在您打开之后有人保存了修改。",
        ),
    ),
    "graph_invalid_operation": ErrorText(
        Text("Change refused", "修改被拒绝"),
        Text("Nothing was saved, because a change does not fit the graph.", "有修改不符合规则，因此没有保存任何内容。"),
    ),
    "graph_invalid": ErrorText(
        Text("The workflow cannot run yet", "工作流还不能运行"),
        Text("Solve the listed problems first.", "请先解决列出的问题。"),
    ),
    "conflict": ErrorText(Text("Conflict", "冲突")),
    "run_not_over": ErrorText(Text("The run is not over", "运行尚未结束")),
    "run_of_one_node": ErrorText(Text("A run of one node", "单个节点的运行")),
    "nothing_to_retry": ErrorText(Text("Nothing to retry", "没有可重试的内容")),
    "node_deleted": ErrorText(Text("The node was deleted", "节点已被删除")),
    "workflow_busy": ErrorText(
        Text("A run is in progress", "有运行正在进行"),
        Text("Cancel the open runs of this workflow first.", "请先取消该工作流中尚未结束的运行。"),
    ),
    "agent_busy": ErrorText(Text("A run is in progress", "有运行正在进行")),
    "already_answered": ErrorText(
        Text("Answered already", "已处理"), Text("Somebody has answered this already.", "此项已有人处理。")
    ),
    "wait_expired": ErrorText(Text("Too late", "已超时"), Text("The time for an answer is over.", "处理时间已过。")),
    "wait_cancelled": ErrorText(
        Text("The run is over", "运行已结束"),
        Text("The run has ended, so this answer is no longer needed.", "运行已结束，不再需要处理。"),
    ),
    "node_parked": ErrorText(Text("The node waits", "节点正在等待")),
    "run_deadline": ErrorText(Text("The run took too long", "运行超时")),
    "budget_reached": ErrorText(Text("The budget is used up", "预算已用完")),
    "sub_workflow_missing": ErrorText(Text("No such workflow", "没有该工作流")),
    "sub_workflow_forbidden": ErrorText(Text("Workflow not allowed", "无权运行该工作流")),
    "sub_workflow_cycle": ErrorText(Text("Workflows call each other in a circle", "工作流循环调用")),
    "sub_workflow_too_deep": ErrorText(Text("Sub-workflows are nested too deeply", "子工作流嵌套过深")),
    "sub_workflow_invalid": ErrorText(Text("The other workflow cannot run yet", "另一个工作流还不能运行")),
    "sub_workflow_failed": ErrorText(Text("The other workflow failed", "另一个工作流失败")),
    "sub_workflow_cancelled": ErrorText(Text("The other workflow was cancelled", "另一个工作流已取消")),
    "version_missing": ErrorText(Text("No such version", "没有该版本")),
    "moment_invalid": ErrorText(Text("Not a date and time", "日期时间无效")),
    "cap_reached": ErrorText(Text("Usage limit reached", "已达用量上限")),
    "limit_reached": ErrorText(Text("Limit reached", "已达上限")),
    "workflow_failed": ErrorText(Text("The workflow failed", "工作流失败")),
    "node_failed": ErrorText(Text("The node failed", "节点失败")),
    "cassette_misfit": ErrorText(Text("The replay does not match the recording", "与录制不符")),
    "replay_too_long": ErrorText(Text("The replay took too long", "回放耗时过长")),
    "run_is_replay": ErrorText(Text("A replay", "此运行为回放")),
    "run_not_replayable": ErrorText(Text("The run cannot be replayed", "无法回放此运行")),
    "run_source_gone": ErrorText(Text("The source run is gone", "原始运行已被删除")),
    "name_taken": ErrorText(Text("The name is taken", "名称已被使用")),
    "tool_failed": ErrorText(Text("The tool failed", "工具失败")),
    "tool_not_found": ErrorText(Text("No such tool", "没有该工具")),
    "tool_arguments_invalid": ErrorText(Text("Wrong arguments", "参数错误")),
    "outbound_blocked": ErrorText(Text("Address not allowed", "不允许访问该地址")),
    "tool_denied": ErrorText(Text("Tool not allowed", "不允许使用该工具")),
    "origin_not_confirmed": ErrorText(Text("The credential may not be sent there", "凭据不能发送到该地址")),
    "tool_upstream_failed": ErrorText(Text("The remote service failed", "远程服务失败")),
    "tool_timeout": ErrorText(Text("The tool took too long", "工具执行超时")),
    "tool_unavailable": ErrorText(Text("The remote service is busy", "远程服务暂不可用")),
    "tool_rate_limited": ErrorText(Text("The remote service allows no more calls now", "远程服务限制了调用频率")),
    "tool_nothing_found": ErrorText(Text("Nothing of the kind was found", "没有找到相应内容")),
    "tool_misconfigured": ErrorText(Text("The tool is not set up correctly", "工具配置有误")),
    "agent_failed": ErrorText(Text("The model call failed", "模型调用失败")),
    "provider_failed": ErrorText(Text("The model service failed", "模型服务失败")),
    "provider_auth": ErrorText(Text("The model service refused the key", "模型服务拒绝了密钥")),
    "provider_rate_limited": ErrorText(Text("The model service is busy", "模型服务请求过多")),
    "provider_quota": ErrorText(Text("The model account has no balance", "模型账户余额不足")),
    "provider_refused": ErrorText(Text("The model service refused the request", "模型服务拒绝了请求")),
    "provider_unavailable": ErrorText(Text("The model service is not reachable", "无法连接模型服务")),
    "provider_stream_broken": ErrorText(Text("The answer was cut off", "回答中断")),
    "tool_execution_failed": ErrorText(Text("A tool failed and stopped the workflow", "工具失败，工作流已停止")),
    "round_limit": ErrorText(Text("Too many tool rounds", "工具调用轮数过多")),
    "tool_approval": ErrorText(
        Text("Approval needed", "需要批准"),
        Text("A person must approve this call.", "此调用须经人工批准。"),
    ),
    "child_run_open": ErrorText(Text("A run is in progress", "有运行正在进行")),
    "outcome_unknown": ErrorText(Text("It is unknown whether a call took effect", "无法确定调用是否已生效")),
    "file_refused": ErrorText(Text("The file is refused", "无法使用该文件")),
    "history_invalid": ErrorText(Text("The earlier messages do not fit", "历史消息格式错误")),
    "client_tools_invalid": ErrorText(Text("The client's tools do not fit", "客户端工具格式错误")),
    "client_settings_invalid": ErrorText(Text("The client's settings do not fit", "客户端设置格式错误")),
    "cancelled": ErrorText(Text("Cancelled", "已取消")),
    "document_unreadable": ErrorText(Text("The file cannot be read", "无法读取文件")),
    "document_too_large": ErrorText(Text("The file is too large", "文件过大")),
    "provider_not_ready": ErrorText(Text("The model service is not set up", "模型服务尚未配置好")),
    "tool_not_reached": ErrorText(Text("The remote service is not reachable", "无法连接远程服务")),
    "evaluation_busy": ErrorText(Text("All workers for large templates are busy", "计算进程已占满")),
    "evaluation_limit": ErrorText(Text("It takes too much time or memory", "耗时过长或占用内存过多")),
    "sandbox_busy": ErrorText(Text("All code workers are busy", "代码执行资源已占满")),
    "code_failed": ErrorText(Text("The code failed", "代码执行失败")),
    "lease_lost": ErrorText(Text("Another worker took over", "已由其他执行进程接管")),
    "template_invalid": ErrorText(Text("The template cannot be filled in", "模板无法填充")),
    "items_invalid": ErrorText(Text("The items are not a list", "“列表”的值不是列表")),
    "too_many_items": ErrorText(Text("The list is too long", "列表过长")),
    "loop_limit_reached": ErrorText(Text("The loop does not end", "循环未能结束")),
    "condition_not_boolean": ErrorText(Text("The condition is neither true nor false", "条件的结果不是布尔值")),
    "node_timeout": ErrorText(Text("The node took too long", "节点运行超时")),
    "case_invalid": ErrorText(Text("The value cannot be compared with a case", "无法与分支的值比较")),
    "expression_invalid": ErrorText(Text("The expression cannot be evaluated", "表达式无法求值")),
    "unknown_type": ErrorText(Text("No such node type", "没有该节点类型")),
}


def language() -> Literal["en", "zh"]:
    """Return the language of the current request."""
    return "zh" if speaks_chinese() else "en"


def localized(message: object) -> str:
    """Return a message in the request's language; takes `Text`, `{"en", "zh"}` or a plain string."""
    if isinstance(message, Text):
        return local_text(message)
    if isinstance(message, Mapping) and {"en", "zh"} <= message.keys():
        return local_text(Text(str(message["en"]), str(message["zh"])))
    return str(message)


def localized_failure(failure: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the stored error of a run or node with its message in the request's language."""
    if failure is None:
        return None
    return {**failure, "message": local_text(failure_text(failure))}


def error_title(code: str, fallback: str) -> str:
    text = TEXTS.get(code)
    return localized(text.title) if text else fallback


def error_detail(code: str, message: str, details: Mapping[str, Any]) -> str:
    """Return the table's explanation of an error when its blanks can be filled, else the error's message."""
    text = TEXTS.get(code)
    if text is None or text.detail is None:
        return message
    try:
        return localized(text.detail).format_map(details)
    except KeyError:
        return message
