"""A stand-in for DashScope's native picture interface: keys, three protocols, tasks, results that lie elsewhere.

Source: help.aliyun.com/zh/model-studio: text to image, asynchronous tasks, error codes
"""

from typing import Any

from tests.doubles.http_server import Received, Reply
from tests.doubles.wechat import PNG

API_KEY = "sk-planted-dashscope-key-1234"
HOST, RESULT_HOST = "dashscope.aliyuncs.com", "dashscope-result-bj.oss-cn-beijing.aliyuncs.com"
HOSTS = (HOST, "dashscope-intl.aliyuncs.com", RESULT_HOST)
_PREFIX = "/api/v1"
_ASYNC = {
    "/services/aigc/text2image/image-synthesis": ("wan2.5-t2i-preview", "wanx"),
    "/services/aigc/image2image/image-synthesis": ("wan2.5-i2i-preview", "wanx2.1-imageedit"),
    "/services/aigc/image-generation/generation": ("wan2.6-t2i", "wan2.6-image"),
}
_SYNC = "/services/aigc/multimodal-generation/generation"

Json = dict[str, Any]


class Dashscope:
    """Finishes a task at the third question; `outcome` replaces the end of every task."""

    def __init__(self) -> None:
        self.submitted: list[Json] = []
        self.tasks: dict[str, int] = {}
        self.polls = 2
        self.outcome: Json | None = None

    def __call__(self, request: Received) -> Reply:
        if request.headers["host"] == RESULT_HOST:
            signed = request.query.get("Signature") == "planted/sig+1="
            return Reply(200, PNG, {"Content-Type": "image/png"}) if signed else Reply(403, b"<Error/>")
        if request.headers.get("authorization") != f"Bearer {API_KEY}":
            return failed(401, "InvalidApiKey", "Invalid API-key provided.")
        path = request.path.removeprefix(_PREFIX)
        if path.startswith("/tasks/"):
            return self._task(path.removeprefix("/tasks/"))
        body = request.json()
        is_async = request.headers.get("x-dashscope-async") == "enable"
        if path == _SYNC:
            if is_async or body["model"].startswith("wan"):
                return failed(403, "AccessDenied", "current user api does not support this call mode.")
            self.submitted.append(body)
            return done({"choices": [{"message": {"content": [{"image": result_address(0)}]}}]})
        models = _ASYNC.get(path, ())
        if not is_async or not body["model"].startswith(models):
            return failed(400, "InvalidParameter", "url error, please check url!")
        if "*" not in body["parameters"]["size"]:
            return failed(400, "InvalidParameter", "size must match width*height")
        self.submitted.append(body)
        task_id = f"task-{len(self.tasks)}"
        self.tasks[task_id] = 0
        return done({"task_id": task_id, "task_status": "PENDING"})

    def _task(self, task_id: str) -> Reply:
        if task_id not in self.tasks:
            return done({"task_id": task_id, "task_status": "UNKNOWN"})
        self.tasks[task_id] += 1
        if self.tasks[task_id] <= self.polls:
            return done({"task_id": task_id, "task_status": "RUNNING"})
        if self.outcome is not None:
            return done({"task_id": task_id, **self.outcome})
        body = self.submitted[int(task_id.removeprefix("task-"))]
        urls = [result_address(number) for number in range(body["parameters"]["n"])]
        if "messages" in body["input"]:
            choices = [{"message": {"content": [{"image": url} for url in urls]}}]
            return done({"task_id": task_id, "task_status": "SUCCEEDED", "choices": choices})
        return done({"task_id": task_id, "task_status": "SUCCEEDED", "results": [{"url": url} for url in urls]})


def result_address(number: int) -> str:
    """Return the signed address of a picture; its signature must arrive as it is."""
    return f"http://{RESULT_HOST}/1d/{number}.png?Expires=1&Signature=planted%2Fsig%2B1%3D"


def done(output: Json) -> Reply:
    return Reply.of_json({"output": output, "usage": {"image_count": 1}, "request_id": "r-1"})


def failed(status: int, code: str, message: str) -> Reply:
    return Reply.of_json({"code": code, "message": message, "request_id": "r-1"}, status)
