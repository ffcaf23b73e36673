import { useEffect, useState } from "react";
import { RUN_CALLS } from "@/api/run-calls";
import { createRunStore } from "@/stores/run-store";

/** A store of its own that follows a run, and whether the run is gone. */
export function useWatchedRun(runId: string) {
  const [store] = useState(() => createRunStore(RUN_CALLS));
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    setGone(false);
    store
      .getState()
      .watch(runId)
      .catch(() => setGone(true));
    return () => store.getState().clear();
  }, [runId, store]);
  return { store, isGone };
}
