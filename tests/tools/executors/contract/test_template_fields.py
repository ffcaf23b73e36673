"""Variables in settings are filled in where the form offers them, and nowhere else."""

from tools.executors.contract.template_fields import fill_templates, template_texts
from tools.executors.custom.settings import CustomConfig
from tools.executors.feishu.notification import FeishuConfig
from tools.executors.http_request.settings import HttpRequestConfig


def loud(template: str) -> str:
    return template.replace("{{ x }}", "filled")


def test_texts_and_row_values_are_filled_in() -> None:
    config = {
        "url": "https://a.example/{{ x }}",
        "headers": [{"key": "{{ x }}", "value": "{{ x }}"}, {"key": "A", "value": None}, "no row"],
        "body": "plain",
        "timeout": 1000,
    }
    assert fill_templates(HttpRequestConfig, config, loud) == {
        "url": "https://a.example/filled",
        "headers": [{"key": "{{ x }}", "value": "filled"}, {"key": "A", "value": None}, "no row"],
        "body": "plain",
        "timeout": 1000,
    }
    assert list(template_texts(HttpRequestConfig, config)) == ["https://a.example/{{ x }}", "{{ x }}"]


def test_secrets_and_code_are_left_alone() -> None:
    assert fill_templates(FeishuConfig, {"webhookUrl": "{{ x }}", "title": "{{ x }}"}, loud) == {
        "webhookUrl": "{{ x }}",
        "title": "filled",
    }
    assert fill_templates(CustomConfig, {"script": "{{ x }}"}, loud) == {"script": "{{ x }}"}


def test_settings_of_wrong_types_stay_as_they_are() -> None:
    config = {"url": 5, "headers": "x"}
    assert fill_templates(HttpRequestConfig, config, loud) == config
