import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { STATUS_ICONS } from "@/components/status";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useCanvas } from "./canvas-context";

type Props = { node: NodeDoc; status: Status | undefined; problem: Problem["severity"] | null };

/** The right end of a card's head: what is wrong with the node, and how it fared or what is special about it. */
export function CardBadges({ node, status, problem }: Props) {
  const { t } = useCanvas();
  return (
    <>
      {!status && node.bypass && <Sign icon="player-skip-forward" title={t("bypassed")} />}
      {!status && node.pinned_output && <Sign icon="pinned" title={t("pinned")} />}
      {problem && (
        <span
          className="fl-card-problem"
          data-severity={problem}
          title={t(`problem.${problem}`)}
          role="img"
        />
      )}
      {status && <RunMark nodeKey={node.key} status={status} />}
    </>
  );
}

function RunMark({ nodeKey, status }: { nodeKey: string; status: Status }) {
  const { t } = useTranslation();
  // Not the whole view: it changes with every piece of text that a model writes.
  const { durationMs, startedAt, message } = useRun(
    useShallow((state) => {
      const view = shownNode(state, nodeKey);
      return { durationMs: view?.durationMs, startedAt: view?.startedAt, message: view?.error?.message };
    }),
  );
  const isRunning = status === "running";
  const isTimed = isRunning || (typeof durationMs === "number" && status !== "skipped");
  return (
    <span className="fl-card-run" title={message ?? t(`status.${status}`)}>
      {isTimed && <Duration ms={isRunning ? null : durationMs} since={isRunning ? startedAt : null} />}
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
