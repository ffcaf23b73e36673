"""Rows of the platforms that tools write to: Feishu, WeChat, Douyin, Xiaohongshu, DashScope."""

from dataclasses import replace

from tests.doubles import dashscope, douyin, feishu, wechat, xiaohongshu
from tests.doubles.http_server import Reply
from tests.workflow_editor.every_tool.row import Failure, Json, Place, ToolRow
from tools.outbound.oauth.answers import Tokens
from tools.services.account_tokens import account_store
from tools.services.accounts import account_create

OUTSIDE = {"record_id": "../../../auth/v3/app"}
EXPIRED = Reply.of_json({"code": 99991663, "msg": "Invalid access token"}, 400)
TOO_MANY = Reply(429, b'{"code":99991400,"msg":"limit"}', {"x-ogw-ratelimit-reset": "90"})
NO_SCOPE = {"code": 99991672, "msg": "Access denied", "error": {"permission_violations": [{"scope": "bitable:app"}]}}
COVER = "https://img.example.com/cover.png"
PRIVATE_VIDEO = {"title": "x", "video_url": "http://127.0.0.1/a.mp4"}
BRIDGES_FILE = {"title": "x", "content": "x", "images": ["/etc/passwd"]}
PRIVATE_COVER = {"title": "x", "content": "x", "cover_url": "http://169.254.169.254/a.png"}


def errcode(code: int) -> Reply:
    """Answer as WeChat refuses."""
    return Reply.of_json({"errcode": code, "errmsg": "planted words rid: 1"})


def douyin_account(place: Place) -> Json:
    """Connect an account."""
    account = account_create(
        owner=place.owner,
        name="Douyin",
        service="douyin",
        client_id=douyin.CLIENT_KEY,
        client_secret=douyin.CLIENT_SECRET,
    )
    account_store(account=account, tokens=Tokens(douyin.ACCESS_TOKEN, douyin.REFRESH_TOKEN, None, None, douyin.OPEN_ID))
    return {"credential": str(account.pk)}


FEISHU = ToolRow(
    ui_type="feishu-bitable",
    config={
        "appId": feishu.APP_ID,
        "appSecret": feishu.APP_SECRET,
        "appToken": feishu.APP_TOKEN,
        "tableId": feishu.TABLE,
        "operation": "create",
    },
    arguments={"fields": {"Title": "Tea", "Hours": 2}},
    fits=lambda data: data["record"]["fields"] == {"Title": "Tea", "Hours": 2},
    failures=(
        Failure("wrong credential", 5001, "app secret", config={"appSecret": "another-secret"}),
        Failure("expired token", 5001, "app secret", reply=EXPIRED, at="/bitable/"),
        Failure("missing scope", 5001, "bitable:app", reply=Reply.of_json(NO_SCOPE), at="/bitable/"),
        Failure("rate limit", 5002, "Try again in 90 s.", reply=TOO_MANY, at="/bitable/"),
        Failure("injection into the path", 1002, "valid ID", config={"operation": "delete"}, arguments=OUTSIDE),
    ),
    stand_in=feishu.Feishu,
    hosts=feishu.HOSTS,
    busy_at="/bitable/",
    secrets=(feishu.APP_SECRET, "t-planted-"),
)
WECHAT = ToolRow(
    ui_type="wechat-mp",
    config={"appId": wechat.APP_ID, "appSecret": wechat.APP_SECRET, "action": "draft"},
    arguments={"title": "Spring tea", "content": "<p>Tea</p>", "cover_url": COVER},
    fits=lambda data: data == {"media_id": "draft0"},
    failures=(
        Failure("wrong credential", 5001, "app secret", config={"appSecret": "another-secret"}),
        Failure("expired token", 5001, "app secret", reply=errcode(42001), at="/cgi-bin/material"),
        Failure("missing scope", 5001, "verified", reply=errcode(48001), at="/cgi-bin/draft"),
        Failure("rate limit", 5002, "Try again in 60 s.", reply=errcode(45011), at="/cgi-bin/draft"),
        Failure("a picture at a private address", 1002, "private or reserved", arguments=PRIVATE_COVER),
    ),
    stand_in=wechat.Wechat,
    hosts=(wechat.HOST, "img.example.com"),
    busy_at="/cgi-bin/material",
    secrets=(wechat.APP_SECRET, "planted-token-"),
)
DOUYIN = ToolRow(
    ui_type="douyin-video",
    config={"action": "publish"},
    arguments={"title": "Tea", "video_url": f"https://{douyin.VIDEO_HOST}/tea.mp4"},
    fits=lambda data: data["video_id"] == "v1",
    failures=(
        Failure(
            "expired token",
            5001,
            "the owner of the account can connect it",
            reply=douyin.failed(10008, "x"),
            at="/api/douyin/",
        ),
        Failure("missing scope", 5001, "video.create.bind", reply=douyin.failed(28001012, "no"), at="/api/douyin/"),
        Failure("rate limit", 5002, "Too many calls", reply=douyin.failed(28003018, "too often"), at="/api/douyin/"),
        Failure("a video at a private address", 1002, "private or reserved", arguments=PRIVATE_VIDEO),
    ),
    stand_in=douyin.Douyin,
    hosts=(douyin.HOST, douyin.VIDEO_HOST),
    busy_at="/api/douyin/",
    set_up=douyin_account,
)
XIAOHONGSHU = ToolRow(
    ui_type="xiaohongshu",
    config={"bridgeUrl": f"https://{xiaohongshu.HOST}", "bridgeToken": xiaohongshu.TOKEN, "action": "search"},
    arguments={"keyword": "茶"},
    fits=lambda data: data["notes"][0]["title"] == "春茶",
    failures=(
        Failure("wrong credential", 5001, "bridge's token", config={"bridgeToken": "another-token"}),
        Failure(
            "refused arguments",
            1002,
            "missing or invalid",
            reply=xiaohongshu.failed(400, "INVALID_REQUEST", "参数错误"),
        ),
        Failure("the bridge's browser", 2001, "browser", reply=xiaohongshu.failed(500, "SEARCH_FEEDS_FAILED", "失败")),
        Failure("a file of the bridge", 1002, "no http or", config={"action": "publish"}, arguments=BRIDGES_FILE),
    ),
    stand_in=xiaohongshu.XhsBridge,
    hosts=(xiaohongshu.HOST,),
    secrets=(xiaohongshu.TOKEN,),
)
XIAOHONGSHU_MCP = replace(
    XIAOHONGSHU,
    variant="mcp",
    config={**XIAOHONGSHU.config, "interface": "mcp"},
    failures=(
        Failure("wrong credential", 5001, "bridge's token", config={"bridgeToken": "another-token"}),
        Failure("refused arguments", 1002, "missing or invalid", reply=xiaohongshu.rpc_error(-32602, "unknown field")),
        Failure("the bridge's browser", 2001, "browser", reply=xiaohongshu.text_result("搜索Feeds失败", is_error=True)),
        Failure("a file of the bridge", 1002, "no http or", config={"action": "publish"}, arguments=BRIDGES_FILE),
    ),
)
DASHSCOPE = ToolRow(
    ui_type="ali-image-generation",
    config={"apiKey": dashscope.API_KEY, "model": "wan2.6-t2i"},
    arguments={"prompt": "A cup of tea"},
    fits=lambda data: data["status"] == "succeeded" and len(data["images"]) == 1,
    failures=(
        Failure("wrong credential", 5001, "API key", config={"apiKey": "sk-another-key-0000"}),
        Failure("missing scope", 5001, "console", reply=dashscope.failed(403, "AccessDenied.Unpurchased", "no")),
        Failure("content filter", 1002, "filter", reply=dashscope.failed(400, "DataInspectionFailed", "bad words")),
        Failure("arrears", 5001, "overdue balance", reply=dashscope.failed(400, "Arrearage", "Access denied")),
        Failure("injection into the path", 1002, "task_id is not a valid ID", arguments={"task_id": "../models"}),
    ),
    stand_in=dashscope.Dashscope,
    hosts=dashscope.HOSTS,
    secrets=(dashscope.API_KEY, "planted%2Fsig"),
)
ROWS = (FEISHU, XIAOHONGSHU, XIAOHONGSHU_MCP, DOUYIN, WECHAT, DASHSCOPE)
