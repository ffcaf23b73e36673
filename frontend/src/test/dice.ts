/** Random numbers that are the same for the same seed. */

export type Dice = () => number;

/** Mulberry32: repeatable numbers from 0 to 1. */
export function dice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(roll: Dice, items: readonly T[]): T {
  return items[Math.floor(roll() * items.length)] as T;
}
