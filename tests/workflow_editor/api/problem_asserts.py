"""Assertions about error answers."""

from typing import Any


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """Check that the answer is a problem document of this code, and return it."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code
    assert body["status"] == status
    assert body["title"]
    assert body["type"] == f"urn:flowloom:error:{code}"
    return body


def assert_capped(answer: Any, cap: str) -> int:
    """Check that a cap refused it with the time to wait, and return the seconds."""
    problem = assert_problem(answer, 429, "cap_reached")
    assert problem["cap"] == cap
    assert problem["detail"]
    assert answer["Retry-After"] == str(problem["retry_after"])
    assert problem["retry_after"] >= 1
    return int(problem["retry_after"])


def pointers(problem: dict[str, Any]) -> list[str]:
    return [error["pointer"] for error in problem["errors"]]
