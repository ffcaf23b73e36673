import { ask, at } from "@/api/http";
import type { Trigger } from "@/api/types";
import { useSave } from "@/components/use-save";

/** Pause, resume, and another address; every screen that shows the trigger follows. */
export function useTriggerControl({ workflow, node_key }: Trigger) {
  const trigger = at({ workflow_id: workflow.id, node_key });
  const outcome = { refreshes: [`/api/workflows/${workflow.id}/triggers/`, "/api/triggers/"] };
  const pause = useSave(
    (reason: string) =>
      ask("post", "/api/workflows/{workflow_id}/triggers/{node_key}/pause/", {
        ...trigger,
        body: { reason },
      }),
    outcome,
  );
  const resume = useSave(
    () => ask("post", "/api/workflows/{workflow_id}/triggers/{node_key}/resume/", trigger),
    outcome,
  );
  const changeAddress = useSave(
    () => ask("post", "/api/workflows/{workflow_id}/triggers/{node_key}/address/", trigger),
    outcome,
  );
  return { pause, resume, changeAddress };
}
