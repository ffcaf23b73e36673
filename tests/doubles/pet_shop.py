"""An API as an OpenAPI document, and a stand-in for it that checks what is sent."""

from typing import Any
from urllib.parse import unquote

from tests.doubles.http_server import Received, Reply

KEY = "pets-planted-api-key-1"
HOSTS = ("pets.example.com",)
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://{host}/v1", "variables": {"host": {"default": "pets.example.com"}}}],
    "security": [{"key": []}],
    "paths": {
        "/pets": {
            "get": {
                "operationId": "list/pets",
                "summary": "List pets",
                "tags": ["pets"],
                "parameters": [
                    {"name": "tags", "in": "query", "explode": False, "schema": {"type": "array", "items": {}}},
                    {"name": "page", "in": "query", "schema": {"type": "integer"}},
                ],
            },
            "post": {
                "operationId": "add_pet",
                "summary": "Add pet",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
                },
            },
        },
        "/pets/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"operationId": "get_pet", "summary": "Get pet"},
            "delete": {"operationId": "delete_pet", "deprecated": True},
        },
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Api-Key"}},
        "schemas": {
            "Pet": {
                "type": "object",
                "required": ["id", "name"],
                "properties": {
                    "id": {"type": "integer", "readOnly": True},
                    "name": {"type": "string"},
                    "age": {"type": "integer", "minimum": 0},
                },
            }
        },
    },
}


class PetShop:
    """Knows one pet, and takes more."""

    def __init__(self) -> None:
        self.scripted: list[Reply] = []
        self.received: list[Received] = []

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        if self.scripted:
            return self.scripted.pop(0)
        if request.headers.get("x-api-key") != KEY:
            return Reply.of_json({"error": {"message": "Unknown key."}}, 401)
        match request.method, request.path.split("?")[0]:
            case "POST", "/v1/pets":
                return Reply.of_json({"id": 7, **request.json()}, 201)
            case "GET", "/v1/pets":
                page = int(request.query.get("page", "1"))
                return Reply.of_json({"pets": [{"id": page}] if page < 4 else []})
            case "GET", path if unquote(path) == "/v1/pets/a b/c":
                return Reply.of_json({"id": "a b/c"})
        return Reply.of_json({"message": "No such pet."}, 404)
