"""Chunks that came together are one for h11, and what it takes from them is the same."""

import h11
import pytest

from agents.providers.http_chunks import chunks_joined

WORDS = [b"data: one\n\n", b"data: \xe4\xbd\xa0\xe5\xa5\xbd\r\n\r\n", b"data: 10\n\n" * 30, b"data: [DONE]\n\n"]
LAST = b"0\r\n\r\n"


def chunks(*contents: bytes) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(content), content) for content in contents)


def taken_by_h11(reads: list[bytes]) -> tuple[list[bytes], bool]:
    """Return the contents that h11 finds in the body of an answer, and whether it ends."""
    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]))
    client.send(h11.EndOfMessage())
    client.receive_data(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    client.next_event()
    contents = []
    for read in reads:
        client.receive_data(read)
        while isinstance(event := client.next_event(), h11.Data):
            contents.append(bytes(event.data))
        if isinstance(event, h11.EndOfMessage):
            return contents, True
    return contents, False


def test_chunks_that_came_together_are_one() -> None:
    assert chunks_joined(chunks(*WORDS)) == chunks(b"".join(WORDS))


def test_the_end_of_the_answer_stays_behind_them() -> None:
    assert chunks_joined(chunks(*WORDS) + LAST) == chunks(b"".join(WORDS)) + LAST


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        LAST,
        chunks(WORDS[0]),
        chunks(WORDS[0]) + LAST,
        chunks(*WORDS)[:-1],
        chunks(*WORDS) + b"5\r\nda",
        chunks(*WORDS) + LAST[:-2],
        chunks(*WORDS)[3:],
        b"-5\r\n" + chunks(*WORDS),
        b"5;name=value\r\nabcde\r\n" + chunks(*WORDS),
        b"3\r\nabcd\r\n" + chunks(*WORDS),
        b"data: 5\n\ndata: 6\n\n",
    ],
)
def test_what_is_not_whole_chunks_stays_as_it_is(raw: bytes) -> None:
    assert chunks_joined(raw) == raw


def test_h11_takes_the_same_from_an_answer_however_it_is_cut() -> None:
    answer = chunks(*WORDS) + LAST
    for cut in range(1, len(answer)):
        joined = [chunks_joined(part) for part in (answer[:cut], answer[cut:])]
        contents, is_over = taken_by_h11(joined)
        assert b"".join(contents) == b"".join(WORDS), cut
        assert is_over
