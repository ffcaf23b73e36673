/**
 * Storage of this browser or tab. Never fails if it is full or disabled, as in a foreign page's frame: then it lasts as
 * long as the page.
 */

export type BrowserStorage = {
  getItem(name: string): string | null;
  /** False when there was no room; then nothing is kept under the name, since what was there is older. */
  setItem(name: string, text: string): boolean;
  /** False where the browser keeps nothing. */
  removeItem(name: string): boolean;
  names(): string[];
};

export const browserStorage = forgiving(() => localStorage);
export const tabStorage = forgiving(() => sessionStorage);

function forgiving(storage: () => Storage): BrowserStorage {
  const attempt = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return use(storage());
    } catch {
      return otherwise;
    }
  };
  const write = (use: (storage: Storage) => void) =>
    attempt((kept) => {
      use(kept);
      return true;
    }, false);
  const removeItem = (name: string) => write((kept) => kept.removeItem(name));
  return {
    getItem: (name) => attempt((kept) => kept.getItem(name), null),
    setItem: (name, text) => {
      const isKept = write((kept) => kept.setItem(name, text));
      if (!isKept) removeItem(name);
      return isKept;
    },
    removeItem,
    names: () => attempt((kept) => Object.keys(kept), []),
  };
}
