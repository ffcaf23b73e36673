/** Runs one node alone and follows what it does; the editor's own run stays untouched. */

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import { RUN_CALLS } from "@/api/run-calls";
import type { NodeDoc, RunMode } from "@/api/types";
import { isOpen, type NodeRunView } from "@/runs/state";
import { useDocument } from "@/stores/document-store";
import { createRunStore } from "@/stores/run-store";
import { type DebugInput, toRequest } from "./debug-inputs";

type DebugRun = {
  view: NodeRunView | null;
  runId: string | undefined;
  running: boolean;
  failure: ApiError | null;
  start: (inputs: readonly DebugInput[], mode: RunMode) => Promise<void>;
  cancel: () => void;
};

export function useDebugRun(node: NodeDoc): DebugRun {
  const workflow = useDocument((state) => state.workflowId);
  const [store] = useState(() => createRunStore(RUN_CALLS));
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const view = useStore(store, (state) => state.nodes[node.key] ?? null);
  const run = useStore(store, (state) => state.run);
  const status = useStore(store, (state) => state.status);
  useEffect(() => () => store.getState().clear(), [store]);

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setFailure(error);
  };
  const start = async (inputs: readonly DebugInput[], mode: RunMode) => {
    setFailure(null);
    setStarting(true);
    try {
      const body = { ...toRequest(inputs), config: node.config, mode };
      store.getState().load(
        await ask("post", "/api/workflows/{workflow_id}/nodes/{node_key}/debug/", {
          ...at({ workflow_id: workflow, node_key: node.key }),
          body,
        }),
      );
    } catch (error) {
      fail(error);
    } finally {
      setStarting(false);
    }
  };
  const cancel = () => {
    if (run) ask("post", "/api/runs/{run_id}/cancel/", at({ run_id: run.id })).catch(fail);
  };
  return { view, runId: run?.id, running: starting || isOpen(status), failure, start, cancel };
}
