/** Output of a node: in the displayed run, else in the newest stored run. */

import { useTranslation } from "react-i18next";
import type { NodeDoc } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { NodeRunDetail } from "@/components/run-detail/node-run-detail";
import { TracedOutput } from "@/components/run-detail/traced-output";
import { useNodeRun } from "@/stores/run-store";
import classes from "./inspector.module.css";
import { outputsOf, useLastRun } from "./use-last-outputs";

type Props = { node: NodeDoc };

export function OutputTab({ node }: Props) {
  const { t } = useTranslation("inspector");
  const current = useNodeRun(node.key);
  const run = useLastRun();
  const last = run && outputsOf(run)[node.key];
  if (current) return <NodeRunDetail node={current} />;
  if (!last) return <EmptyState icon="player-play" title={t("noOutput")} text={t("noOutputText")} />;
  return (
    <div className={classes.detail}>
      <p className={classes.quiet}>{t("fromLastRun")}</p>
      <TracedOutput
        output={last}
        root={node.type === "start" ? ["inputs"] : ["nodes", node.key]}
        runId={run?.id}
      />
    </div>
  );
}
