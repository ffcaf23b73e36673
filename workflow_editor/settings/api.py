"""HTTP API settings: authentication, errors, paging, throttles, the OpenAPI document."""

from typing import Any

from workflow_editor.settings import env

# Values of JSON fields. All apps name these components, as no field class can describe itself by name.
JSON_COMPONENTS: dict[str, Any] = {
    "Json": {
        "description": "Any JSON value.",
        "oneOf": [
            {"type": "null"},
            {"type": "boolean"},
            {"type": "number"},
            {"type": "string"},
            {"type": "array", "items": {"$ref": "#/components/schemas/Json"}},
            {"$ref": "#/components/schemas/JsonObject"},
        ],
    },
    "JsonObject": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Json"}},
    "LocalText": {
        "description": "A text by language; a language that is missing reads English.",
        "type": "object",
        "properties": {"en": {"type": "string"}},
        "required": ["en"],
        "additionalProperties": {"type": "string"},
    },
    "JsonSchema": {
        "description": "A JSON Schema (2020-12); members that begin with `x-` say how a form shows a value.",
        "type": "object",
        "additionalProperties": True,
    },
}

_PUBLIC_DOCS = env.flag("PUBLIC_API_DOCS")

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "workflow_editor.api.authentication.ApiTokenAuthentication",
        "workflow_editor.api.authentication.CookieAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["workflow_editor.api.rendering.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["workflow_editor.api.parsing.JsonParser"],
    "DEFAULT_SCHEMA_CLASS": "workflow_editor.api.schema.ProblemAutoSchema",
    "DEFAULT_PAGINATION_CLASS": "workflow_editor.api.pagination.NewestFirst",
    "EXCEPTION_HANDLER": "workflow_editor.api.error_handler.problem_response",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Flowloom",
    "DESCRIPTION": "Build, run and watch AI workflows.",
    "VERSION": "0.2.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [f"rest_framework.permissions.{'AllowAny' if _PUBLIC_DOCS else 'IsAuthenticated'}"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "APPEND_COMPONENTS": {"schemas": JSON_COMPONENTS},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "workflow_editor.openapi.add_union_types",
        "workflow_editor.openapi.add_icon_names",
        "workflow_editor.openapi.add_graph_rules",
        "workflow_editor.openapi.name_letters_of_all_scripts",
    ],
    # Bodies of PATCH say themselves which fields they must have.
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "Status": "workflow_editor.models.Status",
        "RunMode": ["live", "test"],
        "RunKind": "workflow_editor.models.run.Run.Kind",
        "WorkflowRole": ["owner", "editor", "viewer"],
        "MemberRole": "workflow_editor.models.access.WorkflowMember.Role",
        "EffectClass": ["pure", "repeatable", "unrepeatable"],
        "PolicyEffect": "tools.models.ToolPolicy.Effect",
        "DeliveryStatus": "workflow_editor.models.trigger.TriggerDelivery.Status",
        "FormAccess": ["anyone", "password", "signed_in"],
        "SubmissionState": ["running", "asks", "done", "failed"],
        "ArticleStatus": "tools.models.Article.Status",
        "TypeEnum": ["any", "string", "number", "boolean", "array", "object"],
        "ColumnType": ["text", "number", "boolean", "datetime", "json", "choice"],
        "WorkflowTestStatus": "workflow_editor.models.WorkflowTestResult.Status",
        "PartState": ["ok", "failed"],
    },
}


def caches(redis_url: str) -> dict[str, Any]:
    """Return caches for throttles and tokens, shared by all processes through Redis if there is one.

    While Redis is down, throttles count in each web process's memory, so guessing stays limited; the rest is not
    cached. Sign-in attempts are rows, unaffected by restarts.
    """
    throttles = {"KEY_PREFIX": "throttles", "KEY_FUNCTION": "workflow_editor.adapters.caches.throttles.hashed_key"}
    sign_in = {"BACKEND": "workflow_editor.adapters.caches.sign_in_counts.SignInCounts", **throttles}
    bounded = {"OPTIONS": {"MAX_ENTRIES": 10_000}}
    in_memory = {"BACKEND": "workflow_editor.adapters.caches.throttles.ThrottleMemoryCache", **bounded, **throttles}
    if not redis_url:
        return {
            "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", **bounded},
            "throttles": in_memory,
            "sign_in": sign_in,
        }
    redis = {
        "BACKEND": "workflow_editor.adapters.caches.redis_cache.RedisCacheWithFallback",
        "LOCATION": redis_url,
        # Limits of its connections, in seconds.
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    return {
        "default": redis | {"FALLBACK": "nothing"},
        "nothing": {"BACKEND": "workflow_editor.adapters.caches.redis_cache.NothingKept"},
        "throttles": redis | throttles | {"FALLBACK": "throttles_in_memory"},
        "throttles_in_memory": in_memory,
        "sign_in": sign_in,
    }
