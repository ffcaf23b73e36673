/** An answer by its run: words and tool calls in the order in which they came, and what waits for a person. */

import { Skeleton } from "@mantine/core";
import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { RUN_CALLS } from "@/api/run-calls";
import { RunWaits } from "@/components/approvals/run-waits";
import { Markdown } from "@/components/markdown";
import { ToolCallCard } from "@/components/run-detail/tool-call-card";
import { textOfCall } from "@/runs/child-text";
import { isOpen, type NodeRunView } from "@/runs/state";
import { createRunStore, RunStoreContext, useRun } from "@/stores/run-store";
import classes from "./chat.module.css";

type Props = {
  runId: string;
  /** The node that writes the answer. */
  nodeKey: string;
  /** Whether the words are shown too, or only the calls between them. */
  withText: boolean;
  /** Whether a link leads to the run. */
  withRun: boolean;
  onEnded?: (() => void) | undefined;
};

export function LiveAnswer({ runId, ...props }: Props) {
  const [store] = useState(() => createRunStore(RUN_CALLS));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    store
      .getState()
      .watch(runId)
      .catch(() => setFailed(true));
    return () => store.getState().clear();
  }, [runId, store]);
  const { t } = useTranslation("chat");
  if (failed) return <p className={classes.quiet}>{t("turn.noSteps")}</p>;
  return (
    <RunStoreContext value={store}>
      <Following runId={runId} {...props} />
    </RunStoreContext>
  );
}

function Following({ runId, nodeKey, withText, withRun, onEnded }: Props) {
  const { t } = useTranslation("chat");
  const status = useRun((state) => state.status);
  const node = useRun((state) => state.nodes[nodeKey]);
  const caughtUp = useRun((state) => state.caughtUp);
  const isOver = status !== null && !isOpen(status);
  useEffect(() => {
    if (isOver) onEnded?.();
  }, [isOver, onEnded]);
  if (!caughtUp) return <Skeleton height={withText ? 56 : 24} />;
  const rounds = roundsOf(node, withText);
  return (
    <div className={classes.answer} aria-live="polite" data-growing={!isOver || undefined}>
      {rounds.map(({ round, text, calls }) => (
        <Fragment key={round}>
          {text !== "" && <Markdown text={text} />}
          {calls.map((call) => (
            <ToolCallCard key={call.callId} call={call} live={node ? textOfCall(node, call) : ""} />
          ))}
        </Fragment>
      ))}
      {!isOver && rounds.length === 0 && <p className={classes.thinking}>{t("turn.thinking")}</p>}
      {withRun && (
        <p className={classes.quiet}>
          {node?.toolCalls.length === 0 && t("turn.noCalls")}{" "}
          <Link to={`/runs/${runId}`}>{t("turn.openRun")}</Link>
        </p>
      )}
      <RunWaits />
    </div>
  );
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
