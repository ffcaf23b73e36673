/** The server's clock, as its answers show it: runs are dated by it, and the clock of a browser may be hours off. */

/** Answers are dated in whole seconds, and a server renews that date about once a second. */
const COARSENESS_MS = 2_000;

/** Bounds of the server's lead over this browser's clock. */
let least = Number.NEGATIVE_INFINITY;
let most = Number.POSITIVE_INFINITY;

/** Learn from the `Date` of an answer; every further one makes it more exact. */
export function noteServerDate(date: string | null, askedAt: number, answeredAt: number): void {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  const [from, to] = [at - answeredAt, at + COARSENESS_MS - askedAt];
  // One of the clocks was set.
  const isOther = from > most || to < least;
  least = isOther ? from : Math.max(least, from);
  most = isOther ? to : Math.min(most, to);
}

/** The time at the server in milliseconds; that of this browser as long as both may agree. */
export function serverNow(): number {
  return Date.now() + Math.min(Math.max(0, least), most);
}
