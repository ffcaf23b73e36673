"""`ali_image_generation` through the gateway: protocols by model, polling, pictures stored in time."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.dashscope import API_KEY, HOSTS, RESULT_HOST, Dashscope, done, failed, result_address
from tests.doubles.http_server import Reply
from tests.doubles.tool_ports import ALICE
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tests.doubles.wechat import PNG
from tools.core.definitions import EffectClass
from tools.core.registered.files import FileContent

CONFIG = {"apiKey": API_KEY, "model": "wan2.6-t2i"}
TEA = {"prompt": "一杯茶"}


@pytest.fixture
def dashscope() -> Dashscope:
    return Dashscope()


@pytest.fixture
def vendor(dashscope: Dashscope) -> Iterator[VendorBench]:
    with vendor_bench("ali-image-generation", CONFIG, dashscope, HOSTS) as bench:
        yield bench


MODELS = [
    ("wan2.6-t2i", {"n": 2}, lambda b: b["input"]["messages"][0]["content"] == [{"text": "一杯茶"}]),
    ("wan2.5-t2i-preview", {"seed": 7}, lambda b: b["input"]["prompt"] == "一杯茶" and b["parameters"]["seed"] == 7),
    ("qwen-image", {}, lambda b: b["parameters"]["negative_prompt"] == "blur"),
    ("wan2.5-i2i-preview", {"image_urls": ["https://x.example/a.png"]}, lambda b: len(b["input"]["images"]) == 1),
    (
        "wanx2.1-imageedit",
        {"image_urls": ["https://x.example/a.png"]},
        lambda b: b["input"]["function"] == "description_edit",
    ),
]


@pytest.mark.parametrize(("model", "arguments", "fits"), MODELS)
def test_every_family_of_models(
    vendor: VendorBench, dashscope: Dashscope, model: str, arguments: dict[str, Any], fits: Any
) -> None:
    config = {"model": model, "size": "1024x768", "negativePrompt": "blur"}
    result = vendor.call({**TEA, **arguments}, config=config)
    assert result.success, result.message
    assert fits(dashscope.submitted[0])
    assert dashscope.submitted[0]["parameters"]["size"] == "1024*768"
    assert result.operation_type == "save"
    images = result.data["images"]
    assert len(images) == arguments.get("n", 1)
    assert vendor.bench.files.kept[images[0]["address"]] == FileContent("image-1.png", "image/png", PNG)


def test_the_vendors_link_is_not_handed_on(vendor: VendorBench, caplog: pytest.LogCaptureFixture) -> None:
    shown = vendor.shown([vendor.call(TEA)], caplog)
    assert RESULT_HOST not in shown
    assert "planted" not in shown


def test_a_picture_of_ours_is_sent_along(vendor: VendorBench, dashscope: Dashscope) -> None:
    stored = vendor.bench.files.save("a.png", "image/png", [PNG], ALICE)
    arguments = {**TEA, "image_urls": [stored.address]}
    assert vendor.call(arguments, config={"model": "qwen-image-edit"}).success
    sent = dashscope.submitted[0]["input"]["messages"][0]["content"][1]["image"]
    assert sent == f"data:image/png;base64,{base64.b64encode(PNG).decode()}"


def test_pictures_that_take_long_are_fetched_later_and_billed_once(vendor: VendorBench, dashscope: Dashscope) -> None:
    dashscope.polls = 20
    result = vendor.call(TEA, timeout_s=60)
    assert result.success
    assert (result.data["status"], result.data["task_id"]) == ("running", "task-0")
    dashscope.polls = 0
    again = vendor.call({"task_id": "task-0"})
    assert again.data["status"] == "succeeded"
    assert len(dashscope.submitted) == 1


def test_a_busy_service_is_asked_again_while_polling(vendor: VendorBench, dashscope: Dashscope) -> None:
    vendor.server.scripted = [done({"task_id": "task-0", "task_status": "PENDING"}), Reply(502, b"bad gateway")]
    dashscope.tasks["task-0"] = 5
    dashscope.submitted.append({"input": {"messages": []}, "parameters": {"n": 1}})
    assert vendor.call(TEA).success


def test_one_failed_picture_does_not_spoil_the_others(vendor: VendorBench, dashscope: Dashscope) -> None:

    pictures = [{"url": result_address(0)}, {"code": "DataInspectionFailed", "message": "no"}]
    dashscope.outcome = {"task_status": "SUCCEEDED", "results": pictures}
    result = vendor.call(TEA)
    assert result.success
    assert (len(result.data["images"]), result.data["failed"]) == (1, ["DataInspectionFailed"])


ENDS = [
    ({"task_status": "FAILED", "code": "DataInspectionFailed", "message": "bad words"}, 1002, "content filter"),
    ({"task_status": "FAILED", "code": "InternalError.Timeout", "message": "slow"}, 5002, "InternalError"),
    ({"task_status": "CANCELED"}, 2001, "CANCELED"),
    ({"task_status": "UNKNOWN"}, 1002, "does not know this task"),
    ({"task_status": "SUCCEEDED", "results": []}, 2001, "No image"),
    ({"task_status": "SUCCEEDED", "results": [{"url": "http://169.254.169.254/a.png"}]}, 2001, "could not be stored"),
]


@pytest.mark.parametrize(("outcome", "code", "words"), ENDS)
def test_tasks_that_end_badly(
    vendor: VendorBench, dashscope: Dashscope, outcome: dict[str, Any], code: int, words: str
) -> None:
    dashscope.outcome = outcome
    result = vendor.call(TEA)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert len(dashscope.submitted) == 1


REFUSED = [
    (failed(400, "Arrearage", "Access denied, account is not in good standing"), 5001, "overdue balance"),
    (failed(404, "ModelNotFound", "Model not exist."), 5001, "Check its name"),
    (failed(400, "InvalidParameter", "n must be 1"), 1002, "n must be 1"),
    (failed(403, "AccessDenied.Unpurchased", "no"), 5001, "console"),
    (failed(418, "Teapot", "strange"), 2001, "Teapot: strange"),
]


@pytest.mark.parametrize(("reply", "code", "words"), REFUSED)
def test_refusals_give_advice(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    vendor.server.scripted = [reply]
    result = vendor.call(TEA)
    assert (result.success, result.code) == (False, code)
    assert words in result.message


def test_a_throttled_request_is_sent_again_after_its_wait(vendor: VendorBench, dashscope: Dashscope) -> None:
    before = vendor.bench.clock.now
    vendor.server.scripted = [failed(429, "Throttling.RateQuota", "Requests rate limit exceeded")]
    assert vendor.call(TEA, config={"model": "qwen-image"}).success
    assert vendor.bench.clock.now - before == 2
    assert len(dashscope.submitted) == 1


def test_throttling_that_lasts_is_reported_with_its_wait(vendor: VendorBench) -> None:
    reply = failed(429, "Throttling.AllocationQuota", "quota")
    vendor.server.scripted = [reply] * 9
    result = vendor.call(TEA, timeout_s=5)
    assert result.code == 5002
    assert "Too many requests" in result.message
    assert result.data["retry_after_s"] > 0


@pytest.mark.parametrize(("reply", "code", "words"), BROKEN)
def test_broken_answers(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    vendor.server.scripted = [reply]
    result = vendor.call(TEA)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert len(vendor.server.received) == 1


def test_a_silent_service_is_a_timeout_of_unknown_outcome(vendor: VendorBench) -> None:
    result = vendor.times_out(TEA)
    assert result.code == 2002
    assert len(vendor.server.received) == 1
    assert vendor.effect(TEA) is EffectClass.UNREPEATABLE
    assert vendor.effect({"task_id": "t"}) is EffectClass.REPEATABLE


def test_a_wrong_key_states_which_field(vendor: VendorBench) -> None:
    result = vendor.call(TEA, config={"apiKey": "sk-other-key-0000"})
    assert (result.code, "API key" in result.message) == (5001, True)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"prompt": "x", "n": 5},
        {"prompt": "x", "image_urls": ["http://10.0.0.1/a.png"]},
        {"prompt": "x", "image_urls": ["/api/tools/files/77/"]},
        {"task_id": "../models"},
        {"prompt": 5},
        {"prompt": "x", "model": "other"},
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(vendor: VendorBench, arguments: dict[str, Any]) -> None:
    assert vendor.call(arguments).code == 1002
    assert vendor.server.received == []


def test_test_mode_sends_nothing(vendor: VendorBench) -> None:
    assert vendor.rehearsed(TEA).data["would"] == "make images with wan2.6-t2i, 1 in all"


def test_the_key_never_appears(vendor: VendorBench, caplog: pytest.LogCaptureFixture) -> None:
    vendor.server.scripted = [failed(400, "Teapot", f"bad key {API_KEY}")]
    assert API_KEY not in vendor.shown([vendor.call(TEA), vendor.call(TEA)], caplog)


def test_a_tool_without_a_key_is_not_offered(vendor: VendorBench) -> None:
    assert vendor.toolbox(apiKey="").skipped()[0].code == "misconfigured"
    assert list(vendor.offered(prompt="Fixed")["properties"]) == ["n", "seed", "image_urls", "task_id"]
