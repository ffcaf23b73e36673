/** After a reload: follow the newest unfinished run of the workflow, else show the run that was on the canvas. */

import { useEffect } from "react";
import { ask } from "@/api/http";
import { isOpen } from "@/runs/state";
import type { RunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";
import { forgetShownRun, rememberShownRun, shownRun } from "./shown-run";

export function useRestoredRun(workflowId: string, run: RunStore): void {
  useEffect(() => {
    let wanted = true;
    const restore = async () => {
      const { results } = await ask("get", "/api/runs/", {
        params: { query: { workflow: workflowId, kind: "run" } },
      });
      const [newest] = results;
      const id = newest && isOpen(newest.status) ? newest.id : shownRun(workflowId);
      if (!wanted || id === null || run.getState().run !== null) return;
      await run.getState().watch(id);
      rememberShownRun(workflowId, id);
      if (isOpen(run.getState().status)) useUi.getState().set({ dockOpen: true, dockTab: "trace" });
    };
    // A run that cannot be shown again must not keep anybody from editing.
    restore().catch(() => forgetShownRun(workflowId));
    return () => {
      wanted = false;
      run.getState().clear();
    };
  }, [workflowId, run]);
}
