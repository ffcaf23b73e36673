/** What the node gave the last time it ran: in the run on the screen, else in the newest stored run. */

import { useTranslation } from "react-i18next";
import type { NodeDoc } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { NodeOutput } from "@/components/run-detail/node-output";
import { NodeRunDetail } from "@/components/run-detail/node-run-detail";
import { useNodeRun } from "@/stores/run-store";
import classes from "./inspector.module.css";
import { useLastOutputs } from "./use-last-outputs";

type Props = { node: NodeDoc };

export function OutputTab({ node }: Props) {
  const { t } = useTranslation("inspector");
  const current = useNodeRun(node.key);
  const last = useLastOutputs()[node.key];
  if (current) return <NodeRunDetail node={current} />;
  if (!last) return <EmptyState icon="player-play" title={t("noOutput")} text={t("noOutputText")} />;
  return (
    <div className={classes.detail}>
      <p className={classes.quiet}>{t("fromLastRun")}</p>
      <NodeOutput nodeKey={node.key} isStart={node.type === "start"} output={last} />
    </div>
  );
}
