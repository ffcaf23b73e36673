import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { RUN_CALLS } from "@/api/run-calls";
import { markedUnion } from "@/components/canvas/change-marks";
import { StoredFlow } from "@/components/canvas/stored-flow";
import type { Comparison } from "@/document/compare";
import type { GraphDocument } from "@/document/types";
import { createRunStore, RunStoreContext } from "@/stores/run-store";

type Props = { before: GraphDocument; after: GraphDocument; comparison: Comparison; viewKey: string };

/** The later of two graphs, with marks on what differs and with what it no longer has. */
export function CompareCanvas({ before, after, comparison, viewKey }: Props) {
  const { t } = useTranslation("versions");
  // Cards show how they fared in the editor's run otherwise.
  const [noRun] = useState(() => createRunStore(RUN_CALLS));
  const { document, marks } = useMemo(
    () => markedUnion(before, after, comparison),
    [before, after, comparison],
  );
  return (
    <RunStoreContext value={noRun}>
      <StoredFlow document={document} label={t("canvas")} viewKey={viewKey} marks={marks} />
    </RunStoreContext>
  );
}
