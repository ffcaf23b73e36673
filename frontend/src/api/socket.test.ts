import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionRefused, sessionEnded, sessionResumed } from "@/api/session-events";
import { type ConnectionEvents, type ConnectionState, EVENTS_PAGE, followRun } from "@/api/socket";
import type { RunEvent, RunSocketMessage } from "@/api/types";
import { runEvent } from "@/test/run-events";

type Opened = { url: string; events: ConnectionEvents; sent: string[]; closed: boolean };

function event(seq: number, type: RunEvent["type"] = "node_started"): RunEvent {
  return runEvent({ seq, type, node_key: "a", payload: {}, at: "2026-01-01T00:00:00Z" });
}

function follow(after = 0) {
  const opened: Opened[] = [];
  const messages: RunSocketMessage[] = [];
  const states: ConnectionState[] = [];
  const handle = followRun("run-1", {
    after,
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    openConnection: (url, events) => {
      const connection: Opened = { url, events, sent: [], closed: false };
      opened.push(connection);
      return {
        send: (text) => connection.sent.push(text),
        close: () => {
          connection.closed = true;
        },
      };
    },
  });
  const last = (): Opened => {
    const connection = opened.at(-1);
    if (!connection) throw new Error("nothing was opened");
    return connection;
  };
  const receive = (message: RunSocketMessage) => last().events.onMessage(JSON.stringify(message));
  const seqs = () => messages.flatMap((message) => (message.type === "event" ? [message.event.seq] : []));
  return { handle, opened, messages, states, last, receive, seqs };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("followRun", () => {
  it("asks for what comes after the event that the caller has", () => {
    const run = follow(7);
    expect(run.last().url).toMatch(/^ws:.*\/ws\/runs\/run-1\/\?after=7$/);
    run.handle.close();
  });

  it("is live once the replay has caught up", () => {
    const run = follow();
    run.receive({ type: "event", event: event(1) });
    expect(run.states).toEqual(["connecting"]);
    run.receive({ type: "caught_up", seq: 1 });
    expect(run.states).toEqual(["connecting", "live"]);
    run.handle.close();
  });

  it("goes on after the last event when the connection was lost", () => {
    const run = follow();
    run.receive({ type: "event", event: event(1) });
    run.receive({ type: "event", event: event(2) });
    run.last().events.onClose(1006);
    expect(run.states.at(-1)).toBe("offline");
    vi.advanceTimersByTime(400);
    expect(run.opened).toHaveLength(2);
    expect(run.last().url).toContain("after=2");
    run.handle.close();
  });

  it("drops events that were told twice", () => {
    const run = follow();
    for (const seq of [1, 2, 2, 1, 3]) run.receive({ type: "event", event: event(seq) });
    expect(run.seqs()).toEqual([1, 2, 3]);
    run.handle.close();
  });

  it("waits longer after each failure and starts over once it was live", () => {
    const run = follow();
    for (let failure = 0; failure < 8; failure += 1) {
      run.last().events.onClose(1006);
      vi.advanceTimersByTime(10_000);
    }
    expect(run.opened).toHaveLength(9);
    run.last().events.onClose(1006);
    vi.advanceTimersByTime(4_900);
    expect(run.opened).toHaveLength(9);
    vi.advanceTimersByTime(5_100);
    expect(run.opened).toHaveLength(10);
    run.receive({ type: "caught_up", seq: 0 });
    run.last().events.onClose(1006);
    vi.advanceTimersByTime(300);
    expect(run.opened).toHaveLength(11);
    run.handle.close();
  });

  it.each([4403, 4404])("does not try again after close code %i", (code) => {
    const run = follow();
    run.last().events.onClose(code);
    vi.advanceTimersByTime(60_000);
    expect(run.opened).toHaveLength(1);
    expect(run.states).toEqual(["connecting", "closed"]);
  });

  it("asks for a sign-in when the session has ended, and goes on after it", () => {
    const ended = vi.fn();
    const stop = sessionEnded.listen(ended);
    const run = follow(3);
    run.last().events.onClose(4401);
    vi.advanceTimersByTime(60_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(run.opened).toHaveLength(1);
    sessionResumed.emit();
    expect(run.opened).toHaveLength(2);
    run.handle.close();
    sessionResumed.emit();
    expect(run.opened).toHaveLength(2);
    stop();
  });

  it("reports that there are too many connections, and tries again without haste", () => {
    const refused = vi.fn();
    const stop = connectionRefused.listen(refused);
    const run = follow();
    run.last().events.onClose(4429);
    expect(refused).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(4_900);
    expect(run.opened).toHaveLength(1);
    vi.advanceTimersByTime(5_200);
    expect(run.opened).toHaveLength(2);
    run.handle.close();
    stop();
  });

  it("returns at once when the browser is online again", () => {
    const run = follow();
    run.last().events.onClose(1006);
    window.dispatchEvent(new Event("online"));
    expect(run.opened).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(run.opened).toHaveLength(2);
    run.handle.close();
  });

  it("gives up a connection that has gone silent", () => {
    const run = follow();
    const first = run.last();
    vi.advanceTimersByTime(20_000);
    expect(first.sent).toEqual(['{"type":"ping"}']);
    vi.advanceTimersByTime(20_000);
    expect(first.closed).toBe(true);
    vi.advanceTimersByTime(400);
    expect(run.opened).toHaveLength(2);
    run.handle.close();
  });

  it("keeps a connection that answers its pings", () => {
    const run = follow();
    for (let minute = 0; minute < 6; minute += 1) {
      vi.advanceTimersByTime(20_000);
      run.receive({ type: "pong" });
    }
    expect(run.opened).toHaveLength(1);
    expect(run.messages).toEqual([]);
    run.handle.close();
  });

  it("still hears late reports after the run has finished, then closes", () => {
    const run = follow();
    run.receive({ type: "event", event: event(1, "run_finished") });
    run.receive({ type: "event", event: event(2, "node_cancelled") });
    expect(run.seqs()).toEqual([1, 2]);
    vi.advanceTimersByTime(2_000);
    expect(run.last().closed).toBe(true);
    expect(run.states.at(-1)).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(run.opened).toHaveLength(1);
  });
});

describe("followRun without a live socket", () => {
  /** A server with sockets played by the test, and stored events `stored`. */
  function polled(stored: RunEvent[]) {
    const asked: number[] = [];
    const opened: ConnectionEvents[] = [];
    const messages: RunSocketMessage[] = [];
    const states: ConnectionState[] = [];
    const server = { answers: true };
    const handle = followRun("run-1", {
      after: 0,
      onMessage: (message) => messages.push(message),
      onState: (state) => states.push(state),
      openConnection: (_, events) => {
        opened.push(events);
        return { send: () => {}, close: () => {} };
      },
      readEvents: async (after) => {
        asked.push(after);
        if (!server.answers) throw new Error("away");
        return stored.filter(({ seq }) => seq > after).slice(0, EVENTS_PAGE);
      },
    });
    const closed = new Set<ConnectionEvents | undefined>();
    const refuse = () => {
      const last = opened.at(-1);
      // A connection tells of its end once.
      if (!closed.has(last)) last?.onClose(1006);
      closed.add(last);
    };
    const receive = (message: RunSocketMessage) => opened.at(-1)?.onMessage(JSON.stringify(message));
    const seqs = () => messages.flatMap((message) => (message.type === "event" ? [message.event.seq] : []));
    return { handle, asked, opened, states, server, refuse, receive, seqs };
  }

  /** Each connection that is tried meanwhile is refused. */
  async function refuseFor(run: ReturnType<typeof polled>, milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      run.refuse();
      await vi.advanceTimersByTimeAsync(100);
    }
  }

  it("comes to the end of the run where every connection is refused", async () => {
    const stored = [event(1), event(2)];
    const run = polled(stored);
    await refuseFor(run, 1_000);
    expect(run.seqs()).toEqual([1, 2]);
    expect(run.states.at(-1)).toBe("polling");
    stored.push(event(3, "run_finished"));
    await refuseFor(run, 5_000);
    expect(run.seqs()).toEqual([1, 2, 3]);
    expect(run.states).toEqual(["connecting", "offline", "polling", "closed"]);
    const { length } = run.asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.asked).toHaveLength(length);
  });

  it("asks where a connection neither comes nor fails", async () => {
    const run = polled([event(1)]);
    await vi.advanceTimersByTimeAsync(2_100);
    expect(run.seqs()).toEqual([1]);
    run.handle.close();
  });

  it("goes back to the socket when it is live again, and tells nothing twice", async () => {
    const stored = [event(1), event(2)];
    const run = polled(stored);
    await refuseFor(run, 1_000);
    window.dispatchEvent(new Event("online"));
    for (const seq of [1, 2, 3]) run.receive({ type: "event", event: event(seq) });
    run.receive({ type: "caught_up", seq: 3 });
    expect(run.states.at(-1)).toBe("live");
    const { length } = run.asked;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run.asked).toHaveLength(length);
    expect(run.seqs()).toEqual([1, 2, 3]);
    run.handle.close();
  });

  it("reads further pages at once", async () => {
    const run = polled(Array.from({ length: EVENTS_PAGE + 1 }, (_, at) => event(at + 1)));
    await refuseFor(run, 1_000);
    expect(run.seqs()).toHaveLength(EVENTS_PAGE + 1);
    expect(run.asked).toEqual([0, EVENTS_PAGE]);
    run.handle.close();
  });

  it("says so while nothing answers, and goes on when it does", async () => {
    const run = polled([event(1)]);
    run.server.answers = false;
    await refuseFor(run, 1_000);
    expect(run.states.at(-1)).not.toBe("polling");
    run.server.answers = true;
    await refuseFor(run, 3_000);
    expect(run.states.at(-1)).toBe("polling");
    expect(run.seqs()).toEqual([1]);
    run.handle.close();
  });
});
