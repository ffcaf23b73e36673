import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import type { NodeDoc, Problem, Status } from "@/api/types";
import { useCanvas } from "@/components/canvas/canvas-context";
import { CommentMark } from "@/components/canvas/comment-mark";
import { useIsOutdated } from "@/components/canvas/outdated-nodes";
import { Icon } from "@/components/icon";
import { RunDuration } from "@/components/run-duration";
import { STATUS_ICONS } from "@/components/status";
import { storedText } from "@/i18n/stored-text";
import { shownNode } from "@/runs/passes";
import { type NodeRunView, openWait } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

type Props = { node: NodeDoc; status: Status | undefined; problem: Problem["severity"] | null };

/** The right end of a card's head: what is wrong with the node, and how it fared or what is special about it. */
export function CardBadges({ node, status, problem }: Props) {
  const { t } = useCanvas();
  const isOutdated = useIsOutdated(node.key);
  // That it was bypassed says it already.
  const isPassedBy = node.bypass && status === "skipped";
  return (
    <>
      <CommentMark nodeKey={node.key} />
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
      {status && status !== "skipped" && isOutdated && (
        <span className="fl-card-outdated" title={t("outdated")} role="img" aria-label={t("outdated")}>
          <Icon name="history" size={14} />
        </span>
      )}
      {status && !isPassedBy && <RunMark nodeKey={node.key} status={status} />}
    </>
  );
}

function RunMark({ nodeKey, status }: { nodeKey: string; status: Status }) {
  const { t } = useTranslation();
  // Not the whole view: it changes with every piece of text that a model writes.
  const { durationMs, since, attempt, attempts, reason } = useRun(
    useShallow((state) => runMark(shownNode(state, nodeKey))),
  );
  const isRunning = status === "running";
  const counts = isRunning || status === "waiting";
  const isTimed = (counts && since) || (typeof durationMs === "number" && status !== "skipped");
  const attemptText = t("attempt", { attempt, attempts });
  return (
    <span className="fl-card-run" title={reason ?? t(`status.${status}`)}>
      {attempt > 1 && attempts > 0 && (
        <span className="fl-card-attempt fl-tabular" title={[attemptText, reason].filter(Boolean).join(". ")}>
          <span aria-hidden>
            {attempt}/{attempts}
          </span>
          <VisuallyHidden>{attemptText}</VisuallyHidden>
        </span>
      )}
      {isTimed && <RunDuration ms={counts ? null : durationMs} since={counts ? since : null} />}
      {!isRunning && <Icon name={STATUS_ICONS[status]} size={14} stroke={2.5} />}
    </span>
  );
}

/** Run badge of a card: the reason of its failure, or of the previous attempt's. */
function runMark(view: NodeRunView | undefined) {
  const error = view?.error ?? view?.caught ?? view?.retry?.error ?? view?.earlier.at(-1)?.error;
  return {
    durationMs: view?.durationMs,
    since: (view && openWait(view)?.from) ?? view?.startedAt ?? null,
    attempt: view?.retry?.attempt ?? view?.attempt ?? 0,
    attempts: view?.attempts ?? 0,
    reason: error && storedText(error),
  };
}

type PinSignProps = { nodeKey: string; status: Status | undefined };

/** A pinned output, and whether it counts: in the run that is shown, else in the one that would be started now. */
function PinSign({ nodeKey, status }: PinSignProps) {
  const { t, editable } = useCanvas();
  const wasUsed = useRun((state) => shownNode(state, nodeKey)?.pinned ?? false);
  const isTest = useUi((state) => state.runMode === "test");
  const counts = status ? wasUsed : editable && isTest;
  const title = status ? t(wasUsed ? "pinUsed" : "pinUnused") : t("pinned");
  return (
    <span
      className="fl-card-sign"
      data-pin={counts ? "on" : "off"}
      role="img"
      title={title}
      aria-label={title}
    >
      <Icon name={counts ? "pinned-filled" : "pinned"} size={14} />
    </span>
  );
}
