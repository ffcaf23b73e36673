import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionRefused, sessionEnded, sessionResumed } from "@/api/session-events";
import { type ConnectionEvents, type ConnectionState, followRun } from "@/api/socket";
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
