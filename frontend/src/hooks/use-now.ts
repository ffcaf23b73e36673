import { useSyncExternalStore } from "react";
import { serverNow } from "@/lib/server-clock";

const SAME_MOMENT_MS = 50;

/** One clock for the page instead of a timer per label; it stops while unused. */
class Clock {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private now = serverNow();

  constructor(private readonly everyMs: number) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      this.timer = setInterval(() => this.tick(), this.everyMs);
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearInterval(this.timer);
    };
  };

  /** React reads twice and expects equal answers, so a stopped clock only advances after a while. */
  readonly read = (): number => {
    if (this.listeners.size === 0 && Math.abs(serverNow() - this.now) > SAME_MOMENT_MS)
      this.now = serverNow();
    return this.now;
  };

  private tick(): void {
    this.now = serverNow();
    for (const listener of this.listeners) listener();
  }
}

const slow = new Clock(20_000);
const quick = new Clock(100);
const never = () => () => {};

/** Server time in milliseconds, updated every 20 s, or ten times a second when `quick`; `false` stops it. */
export function useNow(pace: "slow" | "quick" | false): number {
  const clock = pace === "quick" ? quick : slow;
  return useSyncExternalStore(pace === false ? never : clock.subscribe, clock.read);
}
