import { api } from "@/api/client";
import { followRun } from "@/api/socket";

/** API calls of a run store. */
export const RUN_CALLS = {
  follow: followRun,
  getRun: (id: string) => api.runs.get(id),
  getNode: (id: string, key: string, scope: string) => api.runs.node(id, key, scope),
};
