"""Follows an answer that another thread reads, so that a cancel is noticed while the service is silent.

The cancel token is only asked in the caller's thread (it may read the database there); the reading thread touches
nothing but the stream.
"""

import queue
from collections.abc import Callable, Generator

from agents.errors import RunCancelledError
from agents.providers.stream_reader import Batch, SdkStream, StreamReader
from tools.definitions import CancelToken

CANCEL_POLL_S = 0.2


def pump(open_stream: Callable[[], SdkStream], cancel: CancelToken) -> Generator[Batch, None, None]:
    """Yield the events of a stream as they come, those that came together in one list.

    Leaving early, by a cancel or by closing this generator, closes the connection, so that the service stops writing.

    Raises:
        RunCancelledError: `cancel` was set.
        StreamNotOpenedError: `open_stream` raised.
        Exception: whatever reading the stream raises, unchanged.
    """
    reader = StreamReader(open_stream)
    reader.start()
    try:
        while True:
            if cancel.is_cancelled():
                raise RunCancelledError("The run was cancelled.")
            try:
                batch, error = reader.batches.get(timeout=CANCEL_POLL_S)
            except queue.Empty:
                continue
            if error is not None:
                raise error
            if batch is None:
                return
            yield batch
    finally:
        reader.leave()
