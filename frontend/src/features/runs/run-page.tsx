import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { useRunSnapshot } from "@/api/queries/runs";
import { RUN_CALLS } from "@/api/run-calls";
import { ErrorState } from "@/components/error-state";
import { RunPageSkeleton } from "@/features/runs/run-page-skeleton";
import { RunView } from "@/features/runs/run-view";
import { createRunStore, RunStoreContext } from "@/stores/run-store";
import { openNode, useUi } from "@/stores/ui-store";

/** One run, past or present: loads what is stored, then follows the events. */
export function RunPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("runs");
  const node = useSearchParams()[0].get("node");
  const snapshot = useRunSnapshot(id);
  const [store] = useState(() => createRunStore(RUN_CALLS));
  const run = snapshot.data;

  useEffect(() => {
    if (run === undefined) return;
    useUi.getState().reset();
    store.getState().load(run);
    if (node !== null) openNode(node);
    return () => {
      store.getState().clear();
      useUi.getState().reset();
    };
  }, [run, store, node]);

  if (snapshot.isPending) return <RunPageSkeleton />;
  if (snapshot.isError)
    return <ErrorState error={snapshot.error} list="runs" onRetry={() => void snapshot.refetch()} />;
  return (
    <RunStoreContext value={store}>
      <title>{`${t("run.title", { name: snapshot.data.workflow.name })} · Flowloom`}</title>
      <RunView run={snapshot.data} />
    </RunStoreContext>
  );
}
