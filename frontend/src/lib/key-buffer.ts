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

/** The same for what types text: keys that move or choose go their own way, and a press of the pointer ends it. */
export function bufferText(): void {
  holds += 1;
  window.keyBuffer?.hold(true);
}

/** The same until a field has the focus, but briefly: nobody knows whether anything opens. */
export function bufferTextBriefly(milliseconds: number): void {
  bufferText();
  const own = holds;
  const waiting = new AbortController();
  const release = () => {
    waiting.abort();
    if (own === holds) replayKeys();
  };
  const onFocus = ({ target }: FocusEvent) =>
    target instanceof Element && target.matches("input, textarea, [contenteditable=true]") && release();
  document.addEventListener("focusin", onFocus, { signal: waiting.signal });
  setTimeout(() => waiting.signal.aborted || release(), milliseconds);
}

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
