/** A turn for visitors: message, growing answer, and the agent's question. */

import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { SharedQuestion, SharedTurn } from "@/api/types";
import { QuestionForm } from "@/components/approvals/question-form";
import classes from "@/components/chat/chat.module.css";
import { FormError } from "@/components/form-error";
import { Markdown } from "@/components/markdown";
import { isOpen } from "@/runs/types";
import { useSharedTurn } from "./use-shared-turn";

/** A conversation that a visitor talks in. */
export type Visit = { token: string; conversationId: string };

type Props = {
  token: string;
  turn: SharedTurn;
  /** Null where the link only shows the conversation. */
  visit: Visit | null;
  onEnded: () => void;
};

export function SharedTurnView({ turn, ...props }: Props) {
  return (
    <article className={classes.turn}>
      <div className={classes.userMessage}>
        <p className={classes.messageText}>{turn.user_text}</p>
      </div>
      {isOpen(turn.status) ? <Growing turn={turn} {...props} /> : <Answer turn={turn} text={turn.answer} />}
    </article>
  );
}

function Growing({ token, turn, visit, onEnded }: Props) {
  const live = useSharedTurn({ token, conversationId: visit?.conversationId ?? null, turn, onEnded });
  const { question } = live.turn;
  return (
    <>
      <Answer turn={live.turn} text={live.text.text} />
      {question !== null && visit !== null && (
        <Question key={question.id} question={question} visit={visit} />
      )}
    </>
  );
}

function Answer({ turn, text }: { turn: SharedTurn; text: string }) {
  const { t } = useTranslation("chat");
  const isGrowing = isOpen(turn.status);
  const waitsForOthers = turn.status === "waiting" && turn.question === null;
  return (
    <div className={classes.answer} aria-live="polite" data-growing={isGrowing || undefined}>
      {text !== "" && <Markdown text={text} />}
      {text === "" && isGrowing && turn.status !== "waiting" && (
        <p className={classes.thinking}>{t("turn.thinking")}</p>
      )}
      {waitsForOthers && <p className={classes.thinking}>{t("turn.waiting")}</p>}
      {turn.status === "cancelled" && <p className={classes.stopped}>{t("turn.stopped")}</p>}
      {turn.status === "failed" && <p className={classes.failed}>{t("turn.failed")}</p>}
    </div>
  );
}

function Question({ question, visit }: { question: SharedQuestion; visit: Visit }) {
  const { t } = useTranslation("chat");
  const answering = useMutation({
    mutationFn: (answer: string | null) =>
      api.chat.answerShared(visit.token, visit.conversationId, question.id, answer),
  });
  const pending = answering.variables === null ? "reject" : "approve";
  return (
    <section className={classes.question} aria-label={t("turn.question")}>
      <p className={classes.messageText}>{question.text}</p>
      <QuestionForm
        pending={answering.isPending || answering.isSuccess ? pending : null}
        onDecide={(decision, comment) => answering.mutate(decision === "approve" ? comment : null)}
      />
      <FormError error={answering.error} />
    </section>
  );
}
