/** A connection that comes back by itself until it is closed, or until the server says that another try is useless. */

import { parseExactJson } from "@/lib/json";
import { ApiError } from "./errors";
import { connectionRefused, sessionEnded, sessionResumed } from "./session-events";

/** `polling`: what the connection would tell is asked for over HTTP. */
export type ConnectionState = "connecting" | "live" | "polling" | "offline" | "closed";

/** One connection; tests bring their own. */
export type Connection = { send: (text: string) => void; close: () => void };
export type ConnectionEvents = { onMessage: (text: string) => void; onClose: (code: number) => void };
/** After its `close()` a connection tells nothing any more. */
export type OpenConnection = (url: string, events: ConnectionEvents) => Connection;

type LastingOptions<M> = {
  /** Current path and query to connect to. */
  address: () => string;
  onMessage: (message: M) => void;
  onState: (state: ConnectionState) => void;
  /** Asks once over HTTP for what is missing, where no connection is live: proxies refuse them, networks lose them. */
  poll?: ((signal: AbortSignal) => Promise<void>) | undefined;
  openConnection?: OpenConnection | undefined;
};

const SIGNED_OUT = 4401;
const TOO_MANY = 4429;
/** Close codes that make a retry useless: another origin, no such run or link. */
const FINAL_CODES = new Set([4403, 4404]);
const FINAL_STATUS = new Set([403, 404]);
const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 10_000;
const PING_EVERY_MS = 20_000;
const SILENCE_LIMIT_MS = 30_000;
/** A stopping run may still report after its end. */
const LINGER_MS = 2_000;
/** A connection that is neither refused nor live by then is asked for the other way, too. */
const PATIENCE_MS = 2_000;
const POLL_EVERY_MS = 1_500;

export class LastingSocket<M extends { type: string }> {
  private connection: Connection | null = null;
  private failures = 0;
  private heardAt = 0;
  private finished = false;
  private state: ConnectionState | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private lingerTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private pollTimer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;
  /** The last answer over HTTP came: nothing is missing while connections come and go. */
  private isAnswered = false;
  private stopListening = () => {};

  constructor(private readonly options: LastingOptions<M>) {}

  open(): void {
    window.addEventListener("online", this.retryNow);
    this.stopListening = sessionResumed.listen(this.retryNow);
    this.connect();
  }

  close(): void {
    window.removeEventListener("online", this.retryNow);
    this.stopListening();
    clearTimeout(this.retryTimer);
    clearTimeout(this.lingerTimer);
    this.stopPolling();
    this.drop();
    this.report("closed");
  }

  /** Send what is only worth something now; nothing without a connection. */
  send(message: object): void {
    this.connection?.send(JSON.stringify(message));
  }

  /** Everything that was missing has come. */
  isLive(): void {
    this.failures = 0;
    this.stopPolling();
    this.report("live");
  }

  /** Nothing important is to come any more. */
  finishSoon(): void {
    this.finished = true;
    this.lingerTimer = setTimeout(() => this.close(), LINGER_MS);
  }

  private connect(): void {
    this.report("connecting");
    this.heardAt = Date.now();
    const open = this.options.openConnection ?? openWebSocket;
    this.connection = open(this.url(), {
      onMessage: (text) => this.hear(text),
      onClose: (code) => this.onLost(code),
    });
    this.pingTimer = setInterval(() => this.ping(), PING_EVERY_MS);
    this.pollIn(PATIENCE_MS);
  }

  private url(): string {
    const scheme = window.location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${window.location.host}${this.options.address()}`;
  }

  private hear(text: string): void {
    this.heardAt = Date.now();
    // The server sends nothing else here: its messages are in the OpenAPI document.
    const message = parseExactJson(text) as M;
    if (message.type !== "pong") this.options.onMessage(message);
  }

  private onLost(code: number): void {
    this.drop();
    if (this.finished || FINAL_CODES.has(code)) {
      this.close();
      return;
    }
    this.report("offline");
    if (code === SIGNED_OUT) {
      this.stopPolling();
      sessionEnded.emit();
      return;
    }
    if (code === TOO_MANY) connectionRefused.emit();
    // Before the next try, which comes after half of its delay at the earliest.
    this.pollIn((FIRST_DELAY_MS / 2) * Math.random());
    const delay =
      code === TOO_MANY ? MAX_DELAY_MS : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
    // A random share keeps many clients from returning in the same instant after a restart.
    this.retryTimer = setTimeout(() => this.connect(), delay * (0.5 + Math.random() / 2));
  }

  private ping(): void {
    if (Date.now() - this.heardAt > SILENCE_LIMIT_MS) {
      this.onLost(1006);
      return;
    }
    this.connection?.send(JSON.stringify({ type: "ping" }));
  }

  private readonly retryNow = (): void => {
    if (this.connection !== null || this.state === "closed") return;
    clearTimeout(this.retryTimer);
    this.connect();
  };

  private drop(): void {
    clearInterval(this.pingTimer);
    this.connection?.close();
    this.connection = null;
  }

  /** Replaces the time that was set, unless an answer is waited for. */
  private pollIn(delay: number): void {
    if (!this.options.poll || this.asking || this.isAnswered) return;
    clearTimeout(this.pollTimer);
    this.pollTimer = setTimeout(() => void this.poll(this.options.poll), delay);
  }

  private async poll(ask: LastingOptions<M>["poll"]): Promise<void> {
    const asking = new AbortController();
    this.asking = asking;
    const failure = await ask?.(asking.signal).then(
      () => null,
      (error: unknown) => error ?? new Error("no answer"),
    );
    if (asking.signal.aborted) return;
    this.asking = null;
    this.isAnswered = failure === null;
    if (failure instanceof ApiError && FINAL_STATUS.has(failure.status)) return this.close();
    this.report(this.isAnswered ? "polling" : "offline");
    // Signing in again connects again.
    if (failure instanceof ApiError && failure.isSignedOut) return;
    this.pollTimer = setTimeout(() => void this.poll(ask), POLL_EVERY_MS);
  }

  private stopPolling(): void {
    clearTimeout(this.pollTimer);
    this.asking?.abort();
    this.asking = null;
    this.isAnswered = false;
  }

  private report(state: ConnectionState): void {
    if (state === this.state || this.state === "closed") return;
    if (this.isAnswered && (state === "connecting" || state === "offline")) return;
    this.state = state;
    this.options.onState(state);
  }
}

function openWebSocket(url: string, events: ConnectionEvents): Connection {
  const socket = new WebSocket(url);
  socket.onmessage = (event: MessageEvent<string>) => events.onMessage(event.data);
  socket.onclose = (event) => events.onClose(event.code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.onmessage = null;
      socket.onclose = null;
      // The browser complains about one that is closed before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    },
  };
}
