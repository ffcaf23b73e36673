"""Shared memory budget of a process for input from outside."""

from asyncio import wait, wrap_future
from collections import deque
from concurrent.futures import Future
from threading import Lock


class MemoryBudget:
    """Grants memory in the order in which it is asked for; more than `total` bytes are granted alone. Thread-safe."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._free = total
        self._lock = Lock()
        self._asked: deque[Reservation] = deque()

    def ask(self, amount: int) -> "Reservation":
        """Return a reservation that is granted once `amount` bytes are free."""
        reservation = Reservation(self, min(amount, self._total))
        with self._lock:
            self._asked.append(reservation)
            self._grant()
        return reservation

    def shrink(self, reservation: "Reservation", amount: int) -> None:
        """Take back what a reservation has beyond `amount` bytes; one that is not granted yet never is."""
        with self._lock:
            more = reservation.amount - amount
            if more <= 0:
                return
            reservation.amount = amount
            if not reservation.granted.cancel():
                self._free += more
            self._grant()

    def _grant(self) -> None:
        while self._asked:
            first = self._asked[0]
            if not first.granted.cancelled():
                if first.amount > self._free:
                    return
                self._free -= first.amount
                first.granted.set_result(None)
            self._asked.popleft()


class Reservation:
    """Memory that is asked for, then held until it is released."""

    def __init__(self, budget: MemoryBudget, amount: int) -> None:
        self._budget = budget
        self.amount = amount
        self.granted = Future[None]()

    async def arrive(self, within_s: float) -> None:
        """Wait until the memory is granted. Raises TimeoutError if it is not granted within so many seconds."""
        if not self.granted.done():
            await wait([wrap_future(self.granted)], timeout=within_s)
        if not self.granted.done():
            raise TimeoutError

    def shrink(self, amount: int) -> None:
        self._budget.shrink(self, amount)

    def release(self) -> None:
        self._budget.shrink(self, 0)
