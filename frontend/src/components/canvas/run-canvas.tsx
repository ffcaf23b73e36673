/** The canvas of a stored run: the graph as it was, with what happened on it. Needs a RunStoreContext above. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Run, RunSummary } from "@/api/types";
import { toDocument } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { StoredFlow } from "./stored-flow";

type Props = { document: Run["document"]; run?: RunSummary | null };

const openOutput = (key: string) => useUi.getState().openNode(key, "output");

export function RunCanvas({ document: graph, run }: Props) {
  const { t } = useTranslation("canvas");
  const document = useMemo(() => toDocument(graph), [graph]);
  return <StoredFlow document={document} label={t("runCanvas")} viewKey={run?.id} onOpen={openOutput} />;
}
