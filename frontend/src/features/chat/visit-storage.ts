/** The conversation that a visitor's tab goes on with; where the browser keeps nothing, until the page is left. */

import { tabStorage } from "@/lib/browser-storage";

export function visitedConversation(token: string): string | null {
  return tabStorage.getItem(token);
}

export function rememberVisit(token: string, conversation: string): void {
  tabStorage.setItem(token, conversation);
}
