/** Keys that are pressed while what they are meant for is still being opened; see `key-buffer.js`, the page's first script. */

declare global {
  interface Window {
    keyBuffer?: { hold: (ofText?: boolean) => void; release: () => void; drop: () => void };
  }
}

let holds = 0;

/** From now on keys are kept, for a few seconds at most. */
export function bufferKeys(): void {
  holds += 1;
  window.keyBuffer?.hold();
}

/**
 * The same for text: keys that move or choose go their own way, and a press of the pointer ends it. The returned function
 * gives the text to what has the focus, or forgets it, unless another view keeps keys by then.
 */
export function bufferText(): (isWanted: boolean) => void {
  holds += 1;
  const own = holds;
  window.keyBuffer?.hold(true);
  return (isWanted) => {
    if (own !== holds) return;
    if (isWanted) replayKeys();
    else window.keyBuffer?.drop();
  };
}

/** Gives the kept keys to what has the focus now. */
export const replayKeys = (): void => window.keyBuffer?.release();

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
