"""Usage with its prices, and text files as models are given them."""

import base64

import pytest

from agents.core.attachments import FilePart
from agents.core.messages import Usage
from agents.core.prices import Prices

TEXT = "会议纪要 minutes"


def test_cached_tokens_have_their_price() -> None:
    usage = Usage(10_000, 100, cached_tokens=9_000)
    assert Prices(input=2.0, output=8.0, cached=0.5).priced(usage).cost == pytest.approx(0.0073)
    assert Prices(input=2.0, output=8.0).priced(usage).cost == pytest.approx(0.0208)


def test_usage_is_estimated_as_soon_as_a_part_of_it_is() -> None:
    both = Usage(1, 1) + Usage(2, 2, cached_tokens=1, estimated=True)
    assert Usage.from_json(both.to_json()) == Usage(3, 3, cached_tokens=1, estimated=True)
    assert Usage(1, 1).to_json() == {"input_tokens": 1, "output_tokens": 1}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_a_text_file_is_read_as_knowledge_reads_it(encoding: str) -> None:
    data = base64.b64encode(TEXT.encode(encoding)).decode()
    assert FilePart("a.txt", "text/plain", data).as_text() == f"[a.txt]\n{TEXT}"
