"""Reads and writes the records of a Feishu or Lark Bitable. Pure."""

from collections.abc import Sequence

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success, save_success
from tools.core.errors import ToolError, ToolNothingFoundError
from tools.core.field_errors import FieldError
from tools.core.registered.tokens import credential_key
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Listing, UiTool, lacking, unfilled
from tools.executors.contract.operations import OperationExecutor
from tools.executors.feishu.account import HOSTS
from tools.executors.feishu.bitable import OPERATIONS, Bitable, check_ids
from tools.executors.feishu.bitable_settings import WITH_FIELDS, FeishuBitableConfig, FeishuBitableParameters
from tools.executors.feishu.open_api import NO_SUCH_RECORD, FeishuApi
from tools.outbound.origins import fixed_origins

_READS = frozenset({"read", "search", "list_fields", "list_tables"})
_DELETES = frozenset({"delete", "batch_delete"})
_TURN_WAIT_S = 20.0

_NO_LIST = Text("The fields are not a JSON list of names and values.")


class FeishuBitableExecutor(OperationExecutor[FeishuBitableConfig, FeishuBitableParameters]):
    """`feishu_bitable`: one table takes one write at a time, so writes wait for their turn."""

    name = "feishu_bitable"
    title = Text("Feishu Bitable")
    help = Text("Read and write records of a Feishu Bitable.")
    keywords = Text("lark base, spreadsheet, table, airtable, database")
    icon = "logo-feishu"
    category = "data"
    untrusted_text = True
    resource_type = "document"
    operation = OperationType.QUERY
    listing = Listing(items="records", key="record_id")
    nothing = Nothing({})
    effect_class = EffectClass.REPEATABLE
    ui_tools = (UiTool("feishu-bitable", title, help, icon, FeishuBitableConfig),)
    operations = OPERATIONS
    choice = "operation"
    prefilled = ("app_token", "table_id")

    def bound(self, config: FeishuBitableConfig) -> JsonObject:
        """Return what the person filled in, the fields by name."""
        fields = config.fixed_fields() if config.operation in WITH_FIELDS else None
        return {**super().bound(config), **({"fields": fields} if fields else {})}

    def origins(self, config: FeishuBitableConfig) -> frozenset[str]:
        return fixed_origins(HOSTS[config.region])

    def missing(self, config: FeishuBitableConfig) -> Sequence[FieldError]:
        """Return which credential is missing, or that the fields are not a list yet."""
        no_list = [lacking("fields", _NO_LIST)] if config.fixed_fields() is None else []
        return [*unfilled(config, "app_id", "app_secret"), *no_list]

    def describe(self, config: FeishuBitableConfig) -> str:
        """Name the operation, and say how dates and people are written."""
        what = f"{config.operation.replace('_', ' ').capitalize()} in" if config.operation else "Read and write"
        return (
            f"{what} a Feishu Bitable. Dates are ISO 8601 (UTC unless they say) or milliseconds; "
            "people and chats are ids; links between records are lists of record ids."
        )

    def would(self, parameters: FeishuBitableParameters) -> Text:
        operation, table = parameters.operation, parameters.table_id
        if not table:
            return Text("{operation} in the base", operation=operation)
        return Text("{operation} in table {table}", operation=operation, table=table)

    def check(self, parameters: FeishuBitableParameters, invocation: Invocation) -> None:
        super().check(parameters, invocation)
        check_ids(parameters)

    def run(
        self, config: FeishuBitableConfig, parameters: FeishuBitableParameters, invocation: Invocation
    ) -> ToolResult:
        """Do the work; what is written waits for the table's turn."""
        api = FeishuApi(config.region, config.app_id, config.app_secret, invocation)
        bitable = Bitable(api, parameters, invocation.context.idempotency_key)
        if parameters.operation in _READS:
            return _found(bitable.run())
        key = credential_key("feishu-table", config.region, parameters.app_token, parameters.table_id or "")
        wait_s = min(_TURN_WAIT_S, invocation.timeout_s)
        with invocation.runtime.mutex.held(key, wait_s=wait_s, hold_s=invocation.timeout_s):
            try:
                data = bitable.run()
            except ToolError as error:
                if not _was_deleted_before(error, parameters, invocation):
                    raise
                data = {"deleted": parameters.record_ids or [parameters.record_id]}
        if parameters.operation in _DELETES:
            return operation_success(data, Text("Records deleted: {count}.", count=len(data["deleted"])))
        return save_success(data, Text("Records stored: {count}.", count=len(data.get("records", [1]))))


def _was_deleted_before(error: ToolError, parameters: FeishuBitableParameters, invocation: Invocation) -> bool:
    """Return whether a missing record was deleted by the earlier attempt with the lost answer."""
    is_gone = parameters.operation in _DELETES and error.details.get("vendorCode") == NO_SUCH_RECORD
    return is_gone and invocation.answer_was_lost


def _found(data: JsonObject) -> ToolResult:
    found = next(iter(data.values()))
    if found:
        return query_success(data, Text("Found: {count}.", count=len(found)))
    message = Text("Nothing was found. If there should be something, check that the app may read it.")
    if data.get("missing") or data.get("forbidden"):
        # Records that were asked for by their ids are not there.
        raise ToolNothingFoundError(message, details=data)
    return empty(OperationType.QUERY, message, data)
