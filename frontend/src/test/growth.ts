/**
 * Growth of running time with input size, and termination. Absolute speed belongs in the bench.
 *
 * A test fails only for growth of the next power or for a hang, whatever else the machine does: over a factor of 16
 * linear work takes 16 times as long and quadratic work 256 times; the bound is midway.
 */

import { expect } from "vitest";

const FACTOR = 16;
/** Work that is done sooner holds nobody up; and the clock is no finer than a few milliseconds. */
const MEASURED_MS = 20;
/** Far above what any work in these tests takes, and far below what a hang takes. */
const ENDS_WITHIN_MS = 20_000;
const TRIES = 3;

/**
 * Expects work to grow with its size by no more than a power: 1 is linear.
 *
 * From small to large: what grows faster fails before it takes minutes.
 */
export function expectGrowth(work: (size: number) => () => unknown, to: number, power = 1): void {
  const bound = FACTOR ** (power + 0.5);
  for (let size = to / FACTOR ** 3; size <= to; size *= FACTOR) {
    const [small, large] = [work(Math.ceil(size / FACTOR)), work(Math.ceil(size))];
    if (expectEnd(large) < MEASURED_MS) continue;
    let took = once(large);
    if (took < MEASURED_MS) continue;
    let least = once(small);
    for (let tried = 0; tried < TRIES && took >= bound * least; tried += 1) {
      least = Math.min(least, once(small));
      took = Math.min(took, once(large));
    }
    expect(took / least, `times the milliseconds of 1/${FACTOR} of ${size}`).toBeLessThan(bound);
  }
}

/** Expects work to end, and returns its milliseconds. */
export function expectEnd(work: () => unknown): number {
  const took = elapsed(work);
  expect(took, "milliseconds").toBeLessThan(ENDS_WITHIN_MS);
  return took;
}

/** Milliseconds of work that is repeated until the clock, which some kernels move by ten of them, can tell. */
function once(work: () => unknown): number {
  for (let times = 1; ; times *= 4) {
    const took = elapsed(() => {
      for (let done = 0; done < times; done += 1) work();
    });
    if (took >= MEASURED_MS) return took / times;
  }
}

/** Milliseconds of the processor that this thread takes, which do not grow when others want it, too. */
function elapsed(work: () => unknown): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}
