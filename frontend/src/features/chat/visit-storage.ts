/** The conversation that a visitor's tab goes on with; pages of others may show ours without any storage. */

export function visitedConversation(token: string): string | null {
  try {
    return sessionStorage.getItem(token);
  } catch {
    return null;
  }
}

export function rememberVisit(token: string, conversation: string): void {
  try {
    sessionStorage.setItem(token, conversation);
  } catch {
    // It goes on until the page is left.
  }
}
