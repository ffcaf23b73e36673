"""Messages of an AI node to its model: history, prompt and files."""

from agents.core.attachments import FilePart, check_total, read_files
from agents.core.messages import Message
from agents.loop.history import read_history
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.ai_config import AIConfig
from workflow_editor.nodes.ports import NodeContext

_EMPTY_PROMPT = Text("The prompt is empty after values are filled in.")


def prompt_messages(config: AIConfig, context: NodeContext) -> tuple[str, tuple[Message, ...]]:
    """Return the filled-in prompt and all messages of the conversation.

    The prompt may be empty if there are files, or if the history ends with a user message or results of the caller's
    tools.
    Raises:
        NodeError: code `prompt_missing`: there is nothing to answer.
        AgentError: the history or the files are refused.
    """
    prompt = context.variables.render(config.user_prompt)
    history = read_history(context.variables.value(config.history), context.files.attachment)
    files = read_files(context.variables.value(config.files), context.files.attachment)
    check_total([*_files(history), *files])
    if prompt.strip() or files:
        return prompt, (*history, Message("user", prompt, files=files))
    if not history or history[-1].role not in ("user", "tool"):
        raise NodeError(_EMPTY_PROMPT, code="prompt_missing")
    return prompt, history


def example_messages(config: AIConfig, context: NodeContext) -> tuple[Message, ...]:
    """Return the filled-in examples of the node's author."""
    filled = [(example.role, context.variables.render(example.text)) for example in config.examples]
    return tuple(Message(role, text) for role, text in filled if text.strip())


def _files(messages: tuple[Message, ...]) -> list[FilePart]:
    return [file for message in messages for file in message.files]
