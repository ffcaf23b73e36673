/** Keys that are pressed while what they are meant for is still being opened; see `key-buffer.js`, the page's first script. */

declare global {
  interface Window {
    keyBuffer?: { hold: () => void; release: () => void; drop: () => void };
  }
}

/** From now on keys are kept, for a few seconds at most. */
export const bufferKeys = (): void => window.keyBuffer?.hold();

/** Gives the kept keys to what has the focus now. */
export const replayKeys = (): void => window.keyBuffer?.release();

/** Forgets the kept keys: what they were meant for does not come. */
export const dropKeys = (): void => window.keyBuffer?.drop();

/** The field that has the focus before its editor is loaded. */
let waiting: string | null = null;

/** Keys that come now are for the editor of this name, which is still being loaded. */
export function bufferKeysFor(name: string): void {
  waiting = name;
  bufferKeys();
}

/** Lets a loaded editor take the focus, and the keys, if they were meant for it. */
export function takeKeysFor(name: string, focus: () => void): void {
  if (waiting !== name) return;
  waiting = null;
  focus();
  replayKeys();
}
