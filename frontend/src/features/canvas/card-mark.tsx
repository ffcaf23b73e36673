import { useTranslation } from "react-i18next";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { STATUS_ICONS } from "@/components/status";
import { useNodeRun } from "@/stores/run-store";

type Props = { node: NodeDoc; status: Status | undefined; problem: Problem["severity"] | null };

/** The right end of a card's head: how the node fared, else what is wrong or special about it. */
export function CardMark({ node, status, problem }: Props) {
  const { t } = useTranslation("canvas");
  if (status) return <RunMark nodeKey={node.key} status={status} />;
  return (
    <>
      {node.bypass && <Sign icon="player-skip-forward" title={t("bypassed")} />}
      {node.pinned_output && <Sign icon="pinned" title={t("pinned")} />}
      {problem && (
        <span
          className="fl-card-problem"
          data-severity={problem}
          title={t(`problem.${problem}`)}
          role="img"
        />
      )}
    </>
  );
}

function RunMark({ nodeKey, status }: { nodeKey: string; status: Status }) {
  const { t } = useTranslation();
  const view = useNodeRun(nodeKey);
  const isRunning = status === "running";
  return (
    <span className="fl-card-run" title={view?.error?.message ?? t(`status.${status}`)}>
      {view && (isRunning || view.durationMs !== null) && status !== "skipped" && (
        <Duration ms={isRunning ? null : view.durationMs} since={isRunning ? view.startedAt : null} />
      )}
      {!isRunning && <Icon name={STATUS_ICONS[status]} size={14} stroke={2.5} />}
    </span>
  );
}

function Sign({ icon, title }: { icon: string; title: string }) {
  return (
    <span className="fl-card-sign" title={title}>
      <Icon name={icon} size={14} />
    </span>
  );
}
