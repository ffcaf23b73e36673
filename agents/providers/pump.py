"""Follows an answer so that a cancel is noticed while the service is silent, also before the answer begins.

The cancel token is only asked in the caller's thread (it may read the database there). A stream is opened in another
one, because nothing could be asked there meanwhile; it is read in the caller's, which costs no turn of threads.
"""

from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import closing, suppress
from functools import partial

from agents.core.errors import RunCancelledError
from agents.providers.stream_reader import ASK_EVERY_S, AnswerAwaited, Batch, SdkStream, StreamReader
from tools.core.definitions import CancelToken
from tools.core.kept_threads import kept_threads


class StreamNotOpenedError(Exception):
    """The call failed before the stream began; `cause` is the SDK's error."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


def pump(open_stream: Callable[[], SdkStream], cancel: CancelToken) -> Generator[Batch, None, None]:
    """Yield the events of a stream as they come, those that came together in one list.

    Leaving early, by a cancel or by closing this generator, closes the connection, so that the service stops writing.

    Raises:
        RunCancelledError: `cancel` was set.
        StreamNotOpenedError: `open_stream` raised.
        Exception: whatever reading the stream raises, unchanged.
    """

    def go_on() -> None:
        if cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")

    with closing(_opened(open_stream, go_on)) as stream:
        yield from StreamReader(stream.response, go_on).batches()


def _opened(open_stream: Callable[[], SdkStream], go_on: Callable[[], None]) -> SdkStream:
    """Return a stream that another thread opens; when `go_on` raises, that one hangs up."""
    # First of all: who stood still before this may not ask any more, since somebody else does.
    go_on()
    opening: Future[SdkStream] = Future()
    awaited = AnswerAwaited()
    kept_threads.start(partial(_open, opening, open_stream, awaited))
    try:
        while True:
            with suppress(TimeoutError):
                return opening.result(ASK_EVERY_S)
            go_on()
    except BaseException:
        awaited.give_up()
        # It may have come in the same moment.
        opening.add_done_callback(_close)
        raise


def _open(opening: Future[SdkStream], open_stream: Callable[[], SdkStream], awaited: AnswerAwaited) -> None:
    try:
        with awaited.reading():
            stream = open_stream()
        opening.set_result(stream)
    except Exception as error:
        opening.set_exception(StreamNotOpenedError(error))


def _close(opened: Future[SdkStream]) -> None:
    if opened.exception() is None:
        opened.result().close()
