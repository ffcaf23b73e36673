/** Which run is on the canvas of a workflow, so that a reload shows it again. Per tab. */

const key = (workflowId: string) => `flowloom-shown-run:${workflowId}`;

export function rememberShownRun(workflowId: string, runId: string): void {
  sessionStorage.setItem(key(workflowId), runId);
}

export function forgetShownRun(workflowId: string): void {
  sessionStorage.removeItem(key(workflowId));
}

export function shownRun(workflowId: string): string | null {
  return sessionStorage.getItem(key(workflowId));
}
