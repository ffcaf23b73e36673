"""Reading a cURL command for the form of a request."""

from rest_framework.test import APIClient


def test_a_command_becomes_settings_and_its_secret_stays_apart(alice_api: APIClient) -> None:
    command = "curl -u me:planted-1 https://a.example/x --netrc"
    report = alice_api.post("/api/tools/curl/", {"command": command}).json()
    assert (report["config"]["url"], report["config"]["authType"]) == ("https://a.example/x", "basic")
    assert report["secret"] == {"username": "me", "secret": "planted-1"}
    assert report["notes"] == ["The option --netrc was left out."]
    assert "planted-1" not in repr(report["config"])


def test_another_command_is_refused_with_a_sentence(alice_api: APIClient) -> None:
    answer = alice_api.post("/api/tools/curl/", {"command": "wget https://a.example"})
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/command", "not_curl")
