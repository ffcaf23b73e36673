"""Lists the messages of a mailbox, and stores the attachments of one. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from tools.core.call.summary import SummaryText
from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolNothingFoundError
from tools.core.text import Text, byte_size
from tools.evaluation.pool import EvaluationLimitError, EvaluationPool
from tools.executors.contract.executor import Executor, Invocation, Listing, Rehearsal, UiTool
from tools.executors.mail.mailbox import MAX_WHOLE_BYTES, Mailbox, opened
from tools.executors.mail.settings import MailConfig, MailParameters
from tools.outbound.origins import origin

_MOST_PARTS = 100
"""Parts within parts; the library takes more time for each than for the one before."""
_UNREADABLE: Mapping[str, object] = {"subject": "", "text": "", "attachments": [], "is_unreadable": True}
_pool = EvaluationPool("tools.executors.mail.messages")


def readable(raw: bytes) -> Mapping[str, object]:
    """Return headers, text, and what is attached; a message that breaks readers has none of them."""
    if raw.lower().count(b"boundary=") > _MOST_PARTS:
        return _UNREADABLE
    try:
        found: JsonObject = _pool.evaluate("read_message", raw.decode("latin-1"))
    except (EvaluationLimitError, RuntimeError):
        # A message that was made to break readers must not keep the others back.
        return _UNREADABLE
    return {**found, "is_unreadable": False}


def stored_attachments(raw: bytes, invocation: Invocation) -> list[JsonObject]:
    store, context = invocation.runtime.files, invocation.context
    return [
        store.save(one["name"], one["content_type"], [one["content"].encode("latin-1")], context).to_json()
        for one in _pool.evaluate("read_attachments", raw.decode("latin-1"))
    ]


MAX_CALL_BYTES = 40 * 1024 * 1024
"""Total size of one call's messages; the next call continues after the last one."""
_GONE = Text("The message is no longer in the folder.")
_TOO_LONG = Text(
    "The message is larger than {size}, so its attachments cannot be stored. Leave them out.",
    size=byte_size(MAX_WHOLE_BYTES),
)


class MailExecutor(Executor[MailConfig, MailParameters]):
    """`mail_read`: messages in the order in which they came, which stay unread."""

    name = "mail_read"
    title = Text("Mailbox (IMAP)")
    help = Text("Read the messages of a mailbox.")
    keywords = Text("mail, e-mail, imap, inbox, message, attachment")
    summary = ((SummaryText(Text.verbatim("{username}")),),)
    icon = "mail"
    category = "messages"
    untrusted_text = True
    resource_type = "message"
    operation = OperationType.QUERY
    nothing = Nothing({"messages": []}, goes_on=True)
    effect_class = EffectClass.REPEATABLE
    required = ("host", "username")
    listing = Listing(items="messages", key="id", arguments={"since": "{{ trigger.item.id }}"})
    ui_tools = (UiTool("imap", title, help, icon, MailConfig),)

    def destinations(self, config: MailConfig, parameters: MailParameters) -> Sequence[str]:
        return list(self.origins(config))

    def origins(self, config: MailConfig) -> frozenset[str]:
        return frozenset({origin("imap", config.host, config.used_port)} if config.host else ())

    def rehearse(self, config: MailConfig, parameters: MailParameters, invocation: Invocation) -> Rehearsal:
        would = Text("read messages of {folder}, at most {count}", count=config.max_messages, folder=config.folder)
        return Rehearsal(would, {"since": parameters.since})

    def execute(self, config: MailConfig, parameters: MailParameters, invocation: Invocation) -> ToolResult:
        """Return `messages`, the oldest first; of one message also `files`."""
        with opened(config, invocation) as mailbox:
            if parameters.message:
                return _one(mailbox, parameters.message, invocation)
            messages = list(_listed(config, mailbox, parameters.since, invocation))
        message = Text("Messages read: {count}.", count=len(messages))
        return query_success({"messages": messages}, message) if messages else empty(OperationType.QUERY, message)


def _listed(config: MailConfig, mailbox: Mailbox, since: str, invocation: Invocation) -> Iterator[JsonObject]:
    validity, _, uid = since.partition("-")
    # An id from before the server renumbered means nothing now.
    goes_on = bool(since) and int(validity) == mailbox.validity
    uids = mailbox.later_than(int(uid), config.max_messages) if goes_on else mailbox.newest(config.max_messages)
    sizes, read = mailbox.sizes(uids), 0
    for uid_ in uids:
        size = sizes.get(uid_, 0)
        read += min(size, MAX_WHOLE_BYTES)
        if read > MAX_CALL_BYTES and read > size:
            return
        raw = mailbox.raw(uid_, size)
        # Someone may have moved it meanwhile.
        if raw is not None:
            is_cut = size > MAX_WHOLE_BYTES
            message = {"id": f"{mailbox.validity}-{uid_}", "size": size, "is_cut": is_cut, **readable(raw)}
            if config.keep_attachments:
                message["files"] = stored_attachments(raw, invocation) if message["attachments"] and not is_cut else []
            yield message


def _one(mailbox: Mailbox, message: str, invocation: Invocation) -> ToolResult:
    validity, _, uid = message.partition("-")
    size = mailbox.sizes([int(uid)]).get(int(uid)) if int(validity) == mailbox.validity else None
    raw = None if size is None or size > MAX_WHOLE_BYTES else mailbox.raw(int(uid), size)
    if raw is None:
        raise ToolNothingFoundError(_GONE if size is None or size <= MAX_WHOLE_BYTES else _TOO_LONG)
    files = stored_attachments(raw, invocation)
    data = {"messages": [{"id": message, "size": size, "is_cut": False, **readable(raw)}], "files": files}
    return query_success(data, Text("Read one message. Attachments: {count}.", count=len(files)))
