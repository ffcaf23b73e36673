/** Where choices are kept in this browser. Without room for them they last as long as the page, and nothing fails. */

export const choiceStorage = {
  getItem: (key: string): string | null => localStorage.getItem(key),
  setItem(key: string, text: string): void {
    try {
      localStorage.setItem(key, text);
    } catch {
      // What is stored is older than the choice.
      localStorage.removeItem(key);
    }
  },
  removeItem: (key: string): void => localStorage.removeItem(key),
};
