import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { STATUS_ICONS } from "@/components/status";
import { shownNode } from "@/runs/passes";
import { useRun } from "@/stores/run-store";
import { useCanvas } from "./canvas-context";
import { PinSign } from "./pin-sign";

type Props = { node: NodeDoc; status: Status | undefined; problem: Problem["severity"] | null };

/** The right end of a card's head: what is wrong with the node, and how it fared or what is special about it. */
export function CardBadges({ node, status, problem }: Props) {
  const { t } = useCanvas();
  // That it was bypassed says it already.
  const isPassedBy = node.bypass && status === "skipped";
  return (
    <>
      {node.bypass && (
        <span className="fl-card-bypass" title={t("bypassedHelp")}>
          {t("bypassed")}
        </span>
      )}
      {node.pinned_output && <PinSign nodeKey={node.key} status={status} />}
      {problem && (
        <span
          className="fl-card-problem"
          data-severity={problem}
          title={t(`problem.${problem}`)}
          role="img"
        />
      )}
      {status && !isPassedBy && <RunMark nodeKey={node.key} status={status} />}
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
  const isTimed = (isRunning && startedAt) || (typeof durationMs === "number" && status !== "skipped");
  return (
    <span className="fl-card-run" title={message ?? t(`status.${status}`)}>
      {isTimed && <Duration ms={isRunning ? null : durationMs} since={isRunning ? startedAt : null} />}
      {!isRunning && <Icon name={STATUS_ICONS[status]} size={14} stroke={2.5} />}
    </span>
  );
}
