/** The key with which a form is sent, kept while the tab is open: after a reload it still names the same submission. */

import { tabStorage } from "@/lib/browser-storage";
import { newRunKey } from "@/lib/new-run-key";

export type KeptSubmission = { key: string; isSent: boolean };

const SENT = "sent:";
const nameOf = (token: string) => `flowloom-form:${token}`;

export const freshSubmission = (): KeptSubmission => ({ key: newRunKey(), isSent: false });

export function keptSubmission(token: string): KeptSubmission {
  const kept = tabStorage.getItem(nameOf(token));
  return kept?.startsWith(SENT) ? { key: kept.slice(SENT.length), isSent: true } : freshSubmission();
}

export function keepSubmission(token: string, { key, isSent }: KeptSubmission): void {
  if (isSent) tabStorage.setItem(nameOf(token), SENT + key);
  else tabStorage.removeItem(nameOf(token));
}
