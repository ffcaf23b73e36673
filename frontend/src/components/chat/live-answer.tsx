/** An answer by its run: words and tool calls in the order in which they came, and what waits for a person. */

import { Skeleton } from "@mantine/core";
import { Fragment, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { RunWaits } from "@/components/approvals/run-waits";
import { Markdown } from "@/components/markdown";
import { ModelThoughts } from "@/components/run-detail/model-thoughts";
import { ToolCallCard } from "@/components/run-detail/tool-call-card";
import { textOfCall } from "@/runs/child-text";
import { isOpen, type NodeRunView } from "@/runs/state";
import { RunStoreContext, useRun } from "@/stores/run-store";
import classes from "./chat.module.css";
import { useWatchedRun } from "./use-watched-run";

type Props = {
  runId: string;
  /** The nodes that write the answer; of several, the one that began last is shown. */
  writers: readonly string[];
  /** Shows the text too, not only the calls. */
  withText: boolean;
  onEnded?: (() => void) | undefined;
  /** See `RunWaits`. */
  onAsked?: ((isAsked: boolean) => void) | undefined;
};

export function LiveAnswer({ runId, ...props }: Props) {
  const { t } = useTranslation("chat");
  const { store, isGone } = useWatchedRun(runId);
  if (isGone) return <p className={classes.quiet}>{t("turn.noSteps")}</p>;
  return (
    <RunStoreContext value={store}>
      <Following {...props} />
    </RunStoreContext>
  );
}

function Following({ writers, withText, onEnded, onAsked }: Omit<Props, "runId">) {
  const { t } = useTranslation("chat");
  const status = useRun((state) => state.status);
  const node = useRun((state) => writers.flatMap((key) => state.nodes[key] ?? []).reduce(later, undefined));
  const caughtUp = useRun((state) => state.caughtUp);
  const isOver = status !== null && !isOpen(status);
  useEffect(() => {
    if (isOver) onEnded?.();
  }, [isOver, onEnded]);
  if (!caughtUp) return <Skeleton height={withText ? 56 : 24} />;
  const rounds = roundsOf(node, withText);
  return (
    <div className={classes.answer} aria-live="polite" data-growing={!isOver || undefined}>
      <ModelThoughts calls={node?.modelCalls ?? []} />
      {rounds.map(({ round, text, calls }) => (
        <Fragment key={round}>
          {text !== "" && <Markdown text={text} />}
          {calls.map((call) => (
            <ToolCallCard key={call.callId} call={call} live={node ? textOfCall(node, call) : ""} />
          ))}
        </Fragment>
      ))}
      {!isOver && rounds.length === 0 && <p className={classes.thinking}>{t("turn.thinking")}</p>}
      <RunWaits onAsked={onAsked} />
    </div>
  );
}

function later(before: NodeRunView | undefined, node: NodeRunView): NodeRunView {
  return before && (before.startedAt ?? "") > (node.startedAt ?? "") ? before : node;
}

function roundsOf(node: NodeRunView | undefined, withText: boolean) {
  const calls = node?.toolCalls ?? [];
  const texts = withText ? Object.entries(node?.streams ?? {}) : [];
  const numbers = new Set([
    ...texts.map(([stream]) => Number(stream.slice(1))),
    ...calls.map(({ round }) => round),
  ]);
  return [...numbers]
    .sort((a, b) => a - b)
    .map((round) => ({
      round,
      text: texts.find(([stream]) => Number(stream.slice(1)) === round)?.[1] ?? "",
      calls: calls.filter((call) => call.round === round),
    }));
}
