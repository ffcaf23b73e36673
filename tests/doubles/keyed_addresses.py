"""Addresses of services that contain keys, and lookalikes. The keys are made up."""

from dataclasses import dataclass

_HEX = "9f86d081884c7d659a2feaa0c55ad015"
_UUID = "0b7a3f1e-5c2d-4e8f-9a61-7d2c4b8e0f35"
_MIXED = "q7Zk2Lx9Rt4Wm8Bv1Nc6Yp3D"


@dataclass(frozen=True)
class Keyed:
    """An address with a key, the key, and its certainty by position."""

    service: str
    template: str
    key: str
    is_certain: bool = True

    @property
    def address(self) -> str:
        """The address as it is called."""
        return self.template.format(self.key)

    @property
    def masked(self) -> str:
        """The address without its key."""
        return self.template.format("***")


KEYED = [
    Keyed("Telegram", "https://api.telegram.org/bot{}/sendMessage", f"110201543:AAHdqTcvCH1vGWJx{_MIXED[:19]}"),
    Keyed("Telegram files", "https://api.telegram.org/file/bot{}/a/b.jpg", f"110201543:AAHdqTcvCH1vGWJx{_MIXED[:19]}"),
    Keyed("Discord", "https://discord.com/api/webhooks/{}", f"112233445566778899/{_MIXED}-{_MIXED}_{_MIXED}"),
    Keyed("Discord, old", "https://discordapp.com/api/v10/webhooks/{}", f"112233445566778899/{_MIXED}{_MIXED}"),
    Keyed("Slack", "https://hooks.slack.com/services/{}", f"T0A1B2C3D/B0E1F2G3H/{_MIXED}"),
    Keyed("Slack workflows", "https://hooks.slack.com/triggers/{}", f"T0A1B2C3D/5432109876/{_HEX}"),
    Keyed(
        "Teams, classic",
        "https://weave.webhook.office.com/webhookb2/{}",
        f"{_UUID}@{_UUID}/IncomingWebhook/{_HEX}/{_UUID}",
    ),
    Keyed("Teams, oldest", "https://outlook.office.com/webhook/{}", f"{_UUID}@{_UUID}/IncomingWebhook/{_HEX}/{_UUID}"),
    Keyed(
        "Power Automate",
        "https://prod-1.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?sp=1&sig={}",
        f"{_MIXED}_x1",
    ),
    Keyed("Feishu", "https://open.feishu.cn/open-apis/bot/v2/hook/{}", _UUID),
    Keyed("Lark", "https://open.larksuite.com/open-apis/bot/v2/hook/{}", _UUID),
    Keyed("DingTalk", "https://oapi.dingtalk.com/robot/send?access_token={}", _HEX * 2),
    Keyed("WeCom", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={}", _UUID),
    Keyed("WeChat", "https://api.weixin.qq.com/cgi-bin/message/send?access_token={}", f"{_MIXED}{_MIXED}"),
    Keyed("Google Chat", "https://chat.googleapis.com/v1/spaces/AAAA/messages?threadKey=a&token={}", f"{_MIXED}%3D"),
    Keyed("Mattermost", "https://chat.example.com/hooks/{}", "xen7d9cq4pbf3ygk8r5woh1zma"),
    Keyed("Rocket.Chat", "https://rocket.example.com/hooks/{}", f"64f0c2a1b3d4e5f6a7/{_MIXED}"),
    Keyed("Zapier", "https://hooks.zapier.com/hooks/catch/{}", "1234567/o2ab3cd"),
    Keyed("Make", "https://hook.eu1.make.com/{}", "k3j9x7q2v8n5b1m4c6z0l2p8w4r7t9y1"),
    Keyed("IFTTT", "https://maker.ifttt.com/trigger/warp/with/key/{}", "dK3f-9xQ2_vB7nM1"),
    Keyed("n8n", "https://n8n.example.com/webhook/{}", _UUID),
    Keyed("webhook.site", "https://webhook.site/{}", _UUID),
    Keyed("Basic", "https://{}@shop.example.com/wp-json/wc/v3/orders", "weaver:p4ss-w0rd"),
    Keyed("Twilio", "https://{}@api.twilio.com/2010-04-01/Accounts", f"AC{_HEX}:{_HEX}"),
    Keyed("Sentry", "https://{}@o1.ingest.sentry.io/42", _HEX),
    Keyed("PostgreSQL", "postgresql://{}@db.example.com:5432/shop", "shop:s3cr3t"),
    Keyed("Redis", "redis://{}@cache.example.com:6379/0", ":s3cr3tpass"),
    Keyed("MongoDB", "mongodb+srv://{}@cluster0.example.net/shop", "shop:s3cr3t"),
    Keyed("Cloudinary", "cloudinary://{}@weave", f"123456789012345:{_MIXED}"),
    Keyed("Google Maps", "https://maps.googleapis.com/maps/api/geocode/json?address=x&key={}", f"AIzaSy{_MIXED}"),
    Keyed("GitLab", "https://gitlab.com/api/v4/projects?private_token={}", f"glpat-{_MIXED[:20]}"),
    Keyed("Trello", "https://api.trello.com/1/cards?name=x&token={}", _HEX * 2),
    Keyed("S3, signed", "https://b.s3.amazonaws.com/a.csv?X-Amz-Expires=60&X-Amz-Signature={}", _HEX * 2),
    Keyed("Azure blobs", "https://w.blob.core.windows.net/a/b.csv?sv=2024-11-04&se=2026&sig={}", f"{_MIXED}%3D"),
    Keyed("Home Assistant", "https://home.example.com/api/webhook/{}", f"loom-{_MIXED}"),
    Keyed("PushPlus", "https://www.pushplus.plus/send?title=a&token={}", _HEX),
    Keyed("ServerChan", "https://sctapi.ftqq.com/{}.send?title=a", f"SCT12345T{_MIXED}", is_certain=False),
    Keyed("Qmsg", "https://qmsg.zendee.cn/send/{}?msg=a", _HEX, is_certain=False),
    Keyed("Bark", "https://api.day.app/{}/title/text", "y7Wk2Lx9Rt4Wm8Bv1Nc6Yp", is_certain=False),
    Keyed("Infura", "https://mainnet.infura.io/v3/{}", _HEX, is_certain=False),
    Keyed("Alchemy", "https://eth-mainnet.g.alchemy.com/v2/{}", f"{_MIXED}-x9_Q2vB7", is_certain=False),
    Keyed("PagerDuty", "https://events.pagerduty.com/integration/{}/enqueue", _HEX, is_certain=False),
    Keyed("OpenWeather", "https://api.openweathermap.org/data/2.5/weather?q=Lyon&appid={}", _HEX, is_certain=False),
    Keyed("healthchecks", "https://hc-ping.com/{}", _UUID, is_certain=False),
    Keyed(
        "Google Calendar",
        "https://calendar.google.com/calendar/ical/a%40b.com/{}/basic.ics",
        f"private-{_HEX}",
        is_certain=False,
    ),
]

KEYLESS = [
    "https://api.example.com/items?page=2&limit=50&sort=-created_at",
    "https://api.example.com/tokens/list?tokens=5",
    "https://cms.example/hooks/articles",
    "https://api.github.com/repos/loom/warp/hooks/12345678/pings",
    "https://github.com/loom/warp/commit/9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d9b1deb4d",
    "https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit",
    "https://sheets.googleapis.com/v4/spreadsheets/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/values/A1",
    f"https://api.notion.com/v1/pages/{_HEX}",
    f"https://api.example.com/orders/{_UUID}",
    "https://example.com/2026/11/how-to-write-good-prompts-for-20-models-in-2026",
    "https://shop.example.com/p/iphone15promax256gb-blue",
    "https://api.telegram.org/bot{{ env.BOT }}/sendMessage",
    "https://{{ env.USER }}:{{ env.PASSWORD }}@shop.example.com/orders",
    "https://api.example.com/?token={{ inputs.token }}",
    "https://discord.com/api/webhooks/{{ env.HOOK }}",
    "https://example.com/getUserByIdAndNameFromTheLongList",
    "http://localhost:8000/api/services/list",
]
