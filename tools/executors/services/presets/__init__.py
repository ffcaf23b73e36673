"""The services: one row each, by subject. The paths and names are those of each service's own reference. Pure."""

from tools.executors.services.preset import ServicePreset
from tools.executors.services.presets.chat import SLACK
from tools.executors.services.presets.records import AIRTABLE, NOTION
from tools.executors.services.presets.search import BOCHA, BRAVE, SEARXNG, TAVILY

PRESETS: tuple[ServicePreset, ...] = (BRAVE, TAVILY, BOCHA, SEARXNG, SLACK, NOTION, AIRTABLE)
