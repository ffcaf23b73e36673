/** Why an answer is as it is, beside the conversation: the steps of its run, the prompt as sent, what is remembered. */

import { SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useConversation } from "@/api/chat";
import classes from "@/components/chat/answer-trace.module.css";
import { SentPrompts } from "@/components/chat/prompt-view";
import { useWatchedRun } from "@/components/chat/use-watched-run";
import { IconButton } from "@/components/icon-button";
import { PersistentVariablesEditor } from "@/components/persistent-variables-editor";
import { Trace } from "@/components/trace/trace";
import { RunStoreContext } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

type Props = {
  runId: string;
  /** Conversation with displayed variables; null if there are none. */
  conversation?: string | null;
  onClose: () => void;
};

export function AnswerTrace({ runId, conversation = null, onClose }: Props) {
  const { t } = useTranslation("chat");
  const { store, isGone } = useWatchedRun(runId);
  const [part, setPart] = useState<"steps" | "prompt" | "variables">("steps");
  // A step of one run is not to be the selected one of another.
  useEffect(() => useUi.getState().reset, []);
  return (
    <section className={classes.panel} aria-label={t("why.title")}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t("why.title")}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t("why.part")}
          value={part}
          onChange={setPart}
          data={[
            { value: "steps", label: t("why.steps") },
            { value: "prompt", label: t("why.prompt") },
            ...(conversation === null ? [] : [{ value: "variables" as const, label: t("why.variables") }]),
          ]}
        />
        <Link to={`/runs/${runId}`}>{t("why.openRun")}</Link>
        <IconButton icon="x" label={t("why.close")} onClick={onClose} />
      </header>
      {part === "variables" && conversation !== null ? (
        <div className={classes.variables}>
          <AnswerVariables conversation={conversation} runId={runId} />
        </div>
      ) : isGone ? (
        <p className={classes.gone}>{t("turn.noSteps")}</p>
      ) : (
        <RunStoreContext value={store}>
          <div className={classes.steps}>{part === "steps" ? <Trace /> : <SentPrompts runId={runId} />}</div>
        </RunStoreContext>
      )}
    </section>
  );
}

type AnswerVariablesProps = { conversation: string; runId: string };

/** Variables of the conversation after an answer, editable by its owner. */
function AnswerVariables({ conversation, runId }: AnswerVariablesProps) {
  const turn = useConversation(conversation).data?.turns.find(({ run }) => run === runId);
  if (!turn) return null;
  return <PersistentVariablesEditor owner="conversation" id={turn.id} canEdit />;
}
