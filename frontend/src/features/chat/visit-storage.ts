/** Current conversation of a visitor's tab; without storage, until the page is left. */

import { tabStorage } from "@/lib/browser-storage";

export function visitedConversation(token: string): string | null {
  return tabStorage.getItem(token);
}

export function rememberVisit(token: string, conversation: string): void {
  tabStorage.setItem(token, conversation);
}
