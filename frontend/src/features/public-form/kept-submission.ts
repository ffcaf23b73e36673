/** The key with which a form is sent, kept while the tab is open: after a reload it still names the same submission. */

import { newRunKey } from "@/lib/new-run-key";

export type KeptSubmission = { key: string; isSent: boolean };

const SENT = "sent:";
const nameOf = (token: string) => `flowloom-form:${token}`;

export const freshSubmission = (): KeptSubmission => ({ key: newRunKey(), isSent: false });

export function keptSubmission(token: string): KeptSubmission {
  try {
    const kept = sessionStorage.getItem(nameOf(token));
    if (kept?.startsWith(SENT)) return { key: kept.slice(SENT.length), isSent: true };
  } catch {
    // Inside a page of somebody else, the browser may keep nothing.
  }
  return freshSubmission();
}

export function keepSubmission(token: string, { key, isSent }: KeptSubmission): void {
  try {
    if (isSent) sessionStorage.setItem(nameOf(token), SENT + key);
    else sessionStorage.removeItem(nameOf(token));
  } catch {
    // As above.
  }
}
