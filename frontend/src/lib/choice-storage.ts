/**
 * Where choices are kept in this browser. Without room for them they last as long as the page, and nothing fails; neither
 * does it inside a page of somebody else, where a browser may keep nothing.
 */

export const choiceStorage = {
  getItem: (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null,
  setItem(key: string, text: string): void {
    try {
      localStorage.setItem(key, text);
    } catch {
      // What is stored is older than the choice.
      attempt(() => localStorage.removeItem(key));
    }
  },
  removeItem: (key: string): void => attempt(() => localStorage.removeItem(key)),
};

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
