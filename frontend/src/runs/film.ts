/** A run as a film: its events in order, and the state of the screen after any number of them. */

import type { RunEvent } from "@/api/types";
import { applyEvents, type RunState } from "./state";

/** So many events lie between two states that are kept: at most so many are applied again to show a moment. */
const KEPT_EVERY = 250;
/** The longest film; of longer runs the newest part is kept. */
const MAX_EVENTS = 20_000;
const CUT = 1_000;

export class Film {
  private events: RunEvent[] = [];
  /** States before the events 0, 250, 500 …, as far as they were needed. */
  private kept: RunState[];

  constructor(beginning: RunState) {
    this.kept = [beginning];
  }

  get length(): number {
    return this.events.length;
  }

  add(event: RunEvent): void {
    if (event.seq <= (this.events.at(-1)?.seq ?? 0)) return;
    this.events.push(event);
    if (this.events.length < MAX_EVENTS + CUT) return;
    this.at(CUT);
    this.kept.splice(0, CUT / KEPT_EVERY);
    this.events.splice(0, CUT);
  }

  /** The state after `count` events. */
  at(count: number): RunState {
    const index = Math.floor(count / KEPT_EVERY);
    while (this.kept.length <= index) this.keepNext();
    return applyEvents(this.kept[index] as RunState, this.events.slice(index * KEPT_EVERY, count));
  }

  /** Makes the next of the states that are kept; false when it has all of them. */
  keepNext(): boolean {
    const end = this.kept.length * KEPT_EVERY;
    if (end > this.events.length) return false;
    const events = this.events.slice(end - KEPT_EVERY, end);
    this.kept.push(applyEvents(this.kept.at(-1) as RunState, events));
    return true;
  }

  /** When the last of `count` events happened; null before the first. */
  momentOf(count: number): string | null {
    return this.events[count - 1]?.at ?? null;
  }

  /** Milliseconds between the last of `count` events and the one after it. */
  gapAfter(count: number): number {
    const [before, after] = [this.momentOf(count), this.momentOf(count + 1)];
    return before && after ? Date.parse(after) - Date.parse(before) : 0;
  }
}
