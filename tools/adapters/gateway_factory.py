"""Builds the gateway with its real ports: rules, configured tools and the audit log in the database."""

import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from tools.adapters.cache_store import CacheStore
from tools.adapters.files import OrmFileStore
from tools.adapters.origins import OrmOrigins
from tools.adapters.outbound import outbound_client
from tools.adapters.tables import OrmTables
from tools.adapters.thread_connections import thread_connection
from tools.calls.gateway import ToolGateway
from tools.core.concurrency.clock import SystemClock
from tools.core.concurrency.expiring_store import ExpiringStore
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import CallContext, Caller
from tools.core.errors import ToolDeniedError
from tools.core.ports import AuditOutcome, AuditRecord, ConfiguredTool, PolicyRule
from tools.core.registered.articles import ArticleText, SavedArticle
from tools.core.registered.knowledge import knowledge_bases
from tools.core.registered.providers import model_providers
from tools.core.registered.tokens import IssuedToken
from tools.core.registered.workflows import workflow_service
from tools.core.text import Text
from tools.core.workflow_tool import workflow_functions
from tools.executors.contract.executor import Runtime
from tools.mcp.clients import McpClients
from tools.models import Article, ToolInvocation
from tools.models.append_only import AuditLogError
from tools.outbound.http_credential import stored_credentials
from tools.sandbox.sandbox import Sandbox
from tools.selectors.policies import caller_active, policy_revision, policy_rules
from tools.selectors.tool_configs import tool_config_for_caller

_MARGIN_S = 300.0
"""Services hand out a new token this long before the old one ends, and both work meanwhile."""
_SHORTEST_LIFE_S = 1.0
_LOCKS = 64
_NOBODY = Text("An article needs an owner, but this call has no user.")
CODE_DENIED = 1006
_NO_OUTCOME = {
    "success": None,
    "result_code": None,
    "message": "",
    "result": None,
    "duration_ms": None,
    "attempts": 0,
    "finished_at": None,
}


class StoredTokenCache:
    """See `tools.core.registered.tokens.TokenCache`, which this is one of."""

    def __init__(self, store: ExpiringStore) -> None:
        self._store = store
        self._locks = [threading.Lock() for _ in range(_LOCKS)]

    def get(self, key: str, fetch: Callable[[], IssuedToken]) -> str:
        name = _name(key)
        if kept := self._store.get(name):
            return kept
        # Tokens that share a lock by chance wait for each other; that costs one request's time at worst.
        with self._locks[hash(key) % _LOCKS]:
            if kept := self._store.get(name):
                return kept
            issued = fetch()
            margin_s = min(_MARGIN_S, issued.life_s / 2)
            self._store.set(name, issued.value, max(issued.life_s - margin_s, _SHORTEST_LIFE_S))
            return issued.value

    def forget(self, key: str, token: str) -> None:
        if self._store.get(_name(key)) == token:
            self._store.delete(_name(key))


def _name(key: str) -> str:
    return f"tool-token:{key}"


class OrmArticles:
    """See `tools.core.registered.articles.Articles`, which this is one of."""

    def save(self, article: ArticleText, context: CallContext) -> SavedArticle:
        owner_id = context.caller.user_id
        if owner_id is None:
            raise ToolDeniedError(_NOBODY)
        run_id = UUID(context.run_id) if context.run_id else None
        with thread_connection():
            row = Article.objects.keep(article, owner_id=owner_id, run_id=run_id, key=context.idempotency_key)
        return SavedArticle(str(row.id), f"/api/articles/{row.id}/")

    def published_at(self, article_id: str, url: str) -> None:
        with thread_connection():
            Article.objects.filter(id=UUID(article_id)).update(url=url)


class OrmPolicySource:
    """Keeps the rules in memory and reads them again when their revision in the database has moved on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._revision = -1
        self._rules: Sequence[PolicyRule] = ()

    def rules(self) -> Sequence[PolicyRule]:
        with thread_connection():
            # Read before the rules: a change in between is then read twice, never missed.
            revision = policy_revision()
            with self._lock:
                if revision == self._revision:
                    return self._rules
            rules = policy_rules()
        with self._lock:
            self._revision, self._rules = revision, rules
        return rules

    def caller_now(self, caller: Caller) -> Caller:
        if caller.user_id is None:
            return caller
        with thread_connection():
            return caller_active(caller.user_id) or Caller(None)


class OrmToolSource:
    """Finds configured tools that the caller may use."""

    def configured(self, config_id: str, context: CallContext) -> ConfiguredTool | None:
        with thread_connection():
            row = tool_config_for_caller(caller=context.caller, config_id=config_id)
        if row is None:
            return None
        return ConfiguredTool(
            config_id=str(row.id),
            ui_type=row.type,
            name=row.name,
            description=row.description,
            enabled=row.enabled,
            config=row.full_config(),
            credential=row.credential.use() if row.credential and row.credential.value_names else None,
            owner_id=row.owner_id,
        )


class OrmAuditLog:
    """Writes ToolInvocation rows."""

    def started(self, record: AuditRecord) -> str:
        values = _values_of(record)
        with thread_connection():
            return str(ToolInvocation.objects.begin(values))

    def finished(self, entry_id: str, outcome: AuditOutcome) -> None:
        with thread_connection():
            finished = ToolInvocation.objects.finish(
                int(entry_id),
                success=outcome.success,
                result_code=outcome.code,
                message=outcome.message,
                result=outcome.result,
                duration_ms=round(outcome.duration_ms),
                attempts=outcome.attempts,
            )
        if not finished:
            raise AuditLogError(f"audit row {entry_id} is missing or was finished before")

    def refused(self, record: AuditRecord) -> None:
        values = _values_of(record)
        if record.code not in {0, CODE_DENIED}:
            values["decision"] = ToolInvocation.Decision.INVALID
        elif record.decision == "allow":
            values["decision"] = ToolInvocation.Decision.DENY
        values |= {
            "message": record.reason.en if record.reason else "",
            "success": False,
            "result_code": record.code or CODE_DENIED,
            "finished_at": values["at"],
        }
        with thread_connection():
            ToolInvocation.objects.begin(values)


@cache
def gateway() -> ToolGateway:
    clock, expiring = SystemClock(), CacheStore()
    runtime = Runtime(
        outbound=outbound_client(),
        sandbox=Sandbox(),
        now=timezone.now,
        clock=clock,
        tokens=StoredTokenCache(expiring),
        mutex=KeyedMutex(expiring, clock),
        files=OrmFileStore(),
        articles=OrmArticles(),
        database_files=Path(settings.DATABASE_FILES) if settings.DATABASE_FILES else None,
        writable_database_files=Path(settings.DATABASE_FILES_WRITABLE) if settings.DATABASE_FILES_WRITABLE else None,
        mcp=McpClients(settings.OUTBOUND_ALLOW, settings.MCP_PROGRAMS, proxy=settings.OUTBOUND_PROXY),
        workflows=workflow_functions.get(),
        workflow_service=workflow_service.get(),
        knowledge=knowledge_bases.get(),
        tables=OrmTables(),
        origins=OrmOrigins(),
        credentials=stored_credentials.get(),
        find_provider=model_providers.get(),
    )
    return ToolGateway(
        policies=OrmPolicySource(),
        tools=OrmToolSource(),
        audit=OrmAuditLog(),
        runtime=runtime,
        debug=settings.DEBUG,
    )


def _values_of(record: AuditRecord) -> dict[str, Any]:
    context = record.context
    return {
        "at": timezone.now(),
        "user_id": context.caller.user_id,
        "username": context.caller.username,
        "run_id": context.run_id,
        "workflow_id": context.workflow_id,
        "node_key": context.node_key or "",
        "scope": context.scope,
        "origin": context.origin,
        "mode": context.mode,
        "stage": record.stage,
        "tool_id": record.tool_id,
        "function": record.function,
        "call_id": record.call_id,
        "executor": record.executor,
        "title": record.title,
        "arguments": record.arguments,
        "decision": record.decision,
        "rule_id": record.rule_id or "",
        "rule_revision": record.rule_revision,
        "approval": record.approval,
        "untrusted": record.untrusted,
        "reason": _plain(record.reason),
        **_NO_OUTCOME,
    }


def _plain(reason: Text | None) -> dict[str, str]:
    return reason.to_json() if reason else {}
