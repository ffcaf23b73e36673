"""The threads in which calls are attempted: one piece of work each, used again, gone when nobody needs them."""

import threading
from queue import SimpleQueue

import pytest

from tests.polling import wait_until
from tools.core.concurrency.thread_pool import DaemonThreadPool


def thread_of_next(threads: DaemonThreadPool) -> threading.Thread:
    """Run a piece of work and return the thread that it ran in, once that waits for more or has ended."""
    ran: SimpleQueue[threading.Thread] = SimpleQueue()
    threads.start(lambda: ran.put(threading.current_thread()))
    thread = ran.get(timeout=60)
    wait_until(lambda: bool(threads._idle) or not thread.is_alive())
    return thread


def test_a_thread_is_used_again() -> None:
    threads = DaemonThreadPool()
    first = thread_of_next(threads)
    assert first.daemon
    assert thread_of_next(threads) is first


def test_pieces_of_work_do_not_wait_for_each_other() -> None:
    threads, both = DaemonThreadPool(), threading.Barrier(3)

    def meet() -> None:
        both.wait(60)

    threads.start(meet)
    threads.start(meet)
    assert both.wait(60) in range(3)


def test_a_thread_that_nobody_needs_ends_and_another_comes() -> None:
    threads = DaemonThreadPool(idle_s=0.01)
    first = thread_of_next(threads)
    wait_until(lambda: not first.is_alive())
    assert threads._idle == []
    assert thread_of_next(threads) is not first


def test_a_thread_that_broke_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, reported = DaemonThreadPool(), SimpleQueue[type[BaseException]]()
    monkeypatch.setattr(threading, "excepthook", lambda hook: reported.put(hook.exc_type))

    def break_off() -> None:
        raise SystemError("broken")

    threads.start(break_off)
    assert reported.get(timeout=60) is SystemError
    assert threads._idle == []
    assert thread_of_next(threads).is_alive()


def test_a_forked_process_starts_its_own() -> None:
    threads = DaemonThreadPool()
    first = thread_of_next(threads)
    threads.forget()
    assert thread_of_next(threads) is not first
