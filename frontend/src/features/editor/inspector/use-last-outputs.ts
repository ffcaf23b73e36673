/** Outputs by node key: of the run on the screen, else of the newest finished run; of a trigger what arrived last. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { ask, at } from "@/api/http";
import { useDelivery, useWorkflowTriggers } from "@/api/triggers";
import type { JsonObject, Run } from "@/api/types";
import { triggersOf } from "@/document/off-the-path";
import type { LastOutputs } from "@/document/variables";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { isOpen } from "@/runs/state";
import { useDocument } from "@/stores/document-store";
import { useNewestRun, useRun } from "@/stores/run-store";

async function newestRun(workflow: string): Promise<Run | null> {
  const page = await ask("get", "/api/runs/", {
    params: { query: { workflow, kind: "run", status: "succeeded" } },
  });
  const newest = page.results[0];
  return newest ? ask("get", "/api/runs/{run_id}/", at({ run_id: newest.id })) : null;
}

export function outputsOf(run: Run): LastOutputs {
  return Object.fromEntries(run.node_runs.map((nodeRun) => [nodeRun.node_key, nodeRun.output]));
}

/** The newest finished run of the workflow, with its graph; null when there is none, or none is known yet. */
export function useLastRun(): Run | null {
  const workflow = useDocument((state) => state.workflowId);
  const { data } = useQuery({
    queryKey: ["newest-run", workflow],
    queryFn: () => newestRun(workflow),
    enabled: workflow !== "",
    staleTime: 30_000,
  });
  return data ?? null;
}

/** The id of the run on the screen, once it is over: what follows from the last run is asked for again then. */
export function useEndedRun(): string | null {
  return useNewestRun(({ run, status }) => (run && !isOpen(status) ? run.id : null));
}

/** The newest delivery of the workflow, by its trigger: a first request comes before there is a run. */
function useArrived(): LastOutputs | null {
  const types = useNodeTypeIndex();
  const workflow = useDocument((state) => (triggersOf(state, types).length > 0 ? state.workflowId : null));
  const [last] = (useWorkflowTriggers(workflow).data ?? [])
    .flatMap(({ last_delivery }) => last_delivery ?? [])
    .sort((one, other) => other.arrived_at.localeCompare(one.arrived_at));
  const delivery = useDelivery(last?.id ?? null).data;
  return useMemo(() => (delivery ? { [delivery.node_key]: delivery.arrived } : null), [delivery]);
}

export function useLastOutputs(): LastOutputs {
  const newest = useLastRun();
  const arrived = useArrived();
  const onScreen = useRun(
    useShallow((state) => {
      const outputs: Record<string, JsonObject | null> = {};
      for (const node of Object.values(state.nodes)) if (node.output) outputs[node.key] = node.output;
      return outputs;
    }),
  );
  return useMemo(
    () => ({ ...(newest && outputsOf(newest)), ...arrived, ...onScreen }),
    [newest, arrived, onScreen],
  );
}
