/** Outputs by node key: of the run on the screen, else of the workflow's newest finished run. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { api } from "@/api/client";
import type { JsonObject } from "@/api/types";
import type { LastOutputs } from "@/document/variables";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";

async function newestOutputs(workflow: string): Promise<LastOutputs> {
  const page = await api.runs.list({ workflow, kind: "run", status: "succeeded" });
  const newest = page.results[0];
  if (!newest) return {};
  const run = await api.runs.get(newest.id);
  return Object.fromEntries(run.node_runs.map((nodeRun) => [nodeRun.node_key, nodeRun.output]));
}

export function useLastOutputs(): LastOutputs {
  const workflow = useDocument((state) => state.workflowId);
  const onScreen = useRun(
    useShallow((state) => {
      const outputs: Record<string, JsonObject | null> = {};
      for (const node of Object.values(state.nodes)) if (node.output) outputs[node.key] = node.output;
      return outputs;
    }),
  );
  const stored = useQuery({
    queryKey: ["last-outputs", workflow],
    queryFn: () => newestOutputs(workflow),
    enabled: workflow !== "",
    staleTime: 30_000,
  });
  return useMemo(() => ({ ...stored.data, ...onScreen }), [stored.data, onScreen]);
}
