import { ask, at } from "@/api/http";
import { followRun } from "@/api/socket";

/** API calls of a run store. */
export const RUN_CALLS = {
  follow: followRun,
  getRun: (id: string) => ask("get", "/api/runs/{run_id}/", at({ run_id: id })),
  getNode: (id: string, key: string, scope: string) =>
    ask("get", "/api/runs/{run_id}/nodes/{node_key}/", at({ run_id: id, node_key: key }, { scope })),
};
