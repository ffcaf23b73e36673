"""Executors by name and UI type; the five mapping functions of seed 002. Pure.

`tools.executors.register_all` fills the process-wide `registry` once, from `AppConfig.ready()`.
"""

import re
from collections.abc import Iterator
from typing import Any

from tools.core.call.summary import summary_json
from tools.core.definitions import JsonObject
from tools.core.errors import ToolNotFoundError
from tools.core.naming.names import function_name, is_legal
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import Executor, NoConfig, ToolModel, UiTool
from tools.executors.contract.function import FunctionExecutor
from tools.executors.contract.schema import form_schema

AnyExecutor = Executor[Any, Any]
_CONFIGURED_NAME = re.compile(r"[a-z][a-z0-9_]{0,54}")
_BUILTIN_NAME = re.compile(r"[a-z][a-z0-9_]*:[a-z][a-z0-9_]*")
_UI_TYPE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class RegistrationError(ValueError):
    """An executor cannot be registered: a programming error that lists the known names."""


class Registry:
    def __init__(self) -> None:
        self._executors: dict[str, AnyExecutor] = {}
        self._by_ui_type: dict[str, tuple[AnyExecutor, UiTool[Any]]] = {}

    def register(self, executor: AnyExecutor) -> None:
        """Register an executor; repeating it is harmless.

        Raises RegistrationError for an illegal or taken name or UI type, or an unbound method.
        """
        if self._executors.get(executor.name) == executor:
            return
        if isinstance(executor, FunctionExecutor) and executor.lacks_instance:
            raise RegistrationError(f"{executor.name!r} is a method of a class: register that of an instance")
        pattern = _CONFIGURED_NAME if executor.ui_tools else _BUILTIN_NAME
        if not pattern.fullmatch(executor.name):
            wanted = "snake_case, at most 55 characters" if executor.ui_tools else "ns:action"
            raise RegistrationError(f"{executor.name!r} is not a legal executor name ({wanted})")
        self._refuse_taken(executor.name, self._executors, "executor name")
        for ui_tool in executor.ui_tools:
            if not _UI_TYPE.fullmatch(ui_tool.ui_type):
                raise RegistrationError(f"{ui_tool.ui_type!r} is not a legal UI type (kebab-case)")
            self._refuse_taken(ui_tool.ui_type, self._by_ui_type, "UI type")
        self._executors[executor.name] = executor
        self._by_ui_type.update({ui_tool.ui_type: (executor, ui_tool) for ui_tool in executor.ui_tools})

    def __iter__(self) -> Iterator[AnyExecutor]:
        return iter(self._executors.values())

    def executor(self, name: str) -> AnyExecutor:
        """Return an executor by name. Raises ToolNotFoundError, which lists the known names."""
        found = self._executors.get(name)
        if found is None:
            raise ToolNotFoundError(f"No executor is called {name!r}. Known: {', '.join(sorted(self._executors))}.")
        return found

    def find(self, name: str) -> AnyExecutor | None:
        return self._executors.get(name)

    def for_ui_type(self, ui_type: str) -> tuple[AnyExecutor, UiTool[Any]] | None:
        return self._by_ui_type.get(ui_type)

    def config_model(self, ui_type: str) -> type[ToolModel]:
        """Return the config model of a UI type. Raises ToolNotFoundError, which lists the known ones."""
        found = self._by_ui_type.get(ui_type)
        if found is None:
            raise ToolNotFoundError(f"No tool type {ui_type!r}. Known: {', '.join(sorted(self._by_ui_type))}.")
        return found[1].config

    def map_ui_tool_to_executor(self, ui_type: str) -> str:
        """Return the executor name of a UI type; unmapped types fall back to underscores for hyphens."""
        found = self.for_ui_type(ui_type)
        return found[0].name if found else ui_type.replace("-", "_")

    def map_executor_to_ui_tools(self, executor_name: str) -> tuple[str, ...]:
        """Return all UI types that an executor serves; none for built-in and unknown ones."""
        found = self.find(executor_name)
        return tuple(ui_tool.ui_type for ui_tool in found.ui_tools) if found else ()

    def ui_types_named(self, name: str) -> tuple[str, ...]:
        """Return the UI types of a bare name: a UI type itself, or all of an executor."""
        return (name,) if name in self._by_ui_type else self.map_executor_to_ui_tools(name)

    def get_notification_platform(self, ui_type: str) -> str | None:
        """Return `feishu`, `dingtalk` or `wecom` for a notification type, None for others."""
        found = self.for_ui_type(ui_type)
        return found[1].platform if found else None

    def is_tool_implemented(self, name: str) -> bool:
        """Say whether a UI type or built-in tool can be called; unknown ones cannot."""
        found = self.for_ui_type(name)
        executor = found[0] if found else self.find(name)
        return executor is not None and executor.implemented

    def get_unimplemented_tool_message(self, name: str) -> Text:
        """Return the reason that this UI type or built-in tool is left out."""
        found = self.for_ui_type(name)
        executor = found[0] if found else self.find(name)
        if executor is None:
            return Text("The tool type “{name}” is unknown here. Choose another tool or delete this one.", name=name)
        title = found[1].title if found else executor.title
        return Text("“{title}” is not implemented yet, so it is left out when the workflow runs.", title=title)

    def catalogue(self) -> list[JsonObject]:
        """Return the entries of `GET /api/tools/types/`: UI types in order of registration, then built-in tools."""
        configured = [self._entry(executor, ui_tool) for executor, ui_tool in self._by_ui_type.values()]
        builtin = [self._entry(executor, None) for executor in self if not executor.ui_tools]
        return configured + builtin

    def problems(self) -> list[str]:
        """Return what is wrong with the registered executors, for the start-up check; empty when all is well."""
        found: list[str] = []
        aliases: dict[str, str] = {}
        for executor in self:
            alias = function_name(ToolId(executor.name), executor.title.en)
            if not is_legal(alias):
                found.append(f"{executor.name}: the function name {alias!r} is not legal for all model APIs")
            if aliases.setdefault(alias, executor.name) != executor.name:
                found.append(f"{executor.name}: shares the function name {alias!r} with {aliases[alias]}")
            texts = [
                executor.title,
                executor.help,
                *(text for one in executor.ui_tools for text in (one.title, one.help)),
            ]
            if not all(text.en for text in texts):
                found.append(f"{executor.name}: a title or help text is missing in one language")
        return found

    def _entry(self, executor: AnyExecutor, ui_tool: UiTool[Any] | None) -> JsonObject:
        title, explanation = (ui_tool.title, ui_tool.help) if ui_tool else (executor.title, executor.help)
        config = (ui_tool.config if ui_tool else NoConfig)()
        type_ = ui_tool.ui_type if ui_tool else executor.name
        unimplemented = None if self.is_tool_implemented(type_) else self.get_unimplemented_tool_message(type_)
        return {
            "type": type_,
            "kind": "configured" if ui_tool else "builtin",
            "executor": self.map_ui_tool_to_executor(type_),
            "platform": self.get_notification_platform(type_),
            "title": _both(title),
            "help": _both(explanation),
            "keywords": _both((ui_tool and ui_tool.keywords) or executor.keywords),
            "summary": summary_json(executor.summary),
            "icon": ui_tool.icon if ui_tool else executor.icon,
            "category": executor.category,
            "implemented": self.is_tool_implemented(type_),
            "unimplemented_message": _both(unimplemented) if unimplemented else None,
            "operation": str(executor.operation),
            "effect": str((ui_tool and ui_tool.effect) or executor.effect_class),
            "requires_permission": executor.requires_permission,
            "gives_functions": executor.gives_functions,
            "config_schema": form_schema(type(config)),
            "parameters_schema": executor.parameters_schema(config),
            "default_config": config.model_dump(by_alias=True, mode="json"),
        }

    def _refuse_taken(self, name: str, taken: dict[str, Any], kind: str) -> None:
        if name in taken:
            raise RegistrationError(f"the {kind} {name!r} is taken twice. Known: {', '.join(sorted(taken))}")


registry = Registry()
map_ui_tool_to_executor = registry.map_ui_tool_to_executor
map_executor_to_ui_tools = registry.map_executor_to_ui_tools
get_notification_platform = registry.get_notification_platform
is_tool_implemented = registry.is_tool_implemented
get_unimplemented_tool_message = registry.get_unimplemented_tool_message


def _both(text: Text) -> JsonObject:
    return text.to_json()
