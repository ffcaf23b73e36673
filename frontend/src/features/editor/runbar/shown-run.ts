/** Displayed run of a workflow, restored on reload. Per tab. */

import { tabStorage } from "@/lib/browser-storage";

const key = (workflowId: string) => `flowloom-shown-run:${workflowId}`;

export function rememberShownRun(workflowId: string, runId: string): void {
  tabStorage.setItem(key(workflowId), runId);
}

export function forgetShownRun(workflowId: string): void {
  tabStorage.removeItem(key(workflowId));
}

export function shownRun(workflowId: string): string | null {
  return tabStorage.getItem(key(workflowId));
}
