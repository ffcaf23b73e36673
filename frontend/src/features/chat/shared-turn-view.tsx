/** A turn for visitors: message, growing answer, and the agent's question. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { followSharedTurn } from "@/api/shared-socket";
import type { SharedQuestion, SharedTurn } from "@/api/types";
import { QuestionForm } from "@/components/approvals/question-form";
import classes from "@/components/chat/chat.module.css";
import { FormError } from "@/components/form-error";
import { Markdown } from "@/components/markdown";
import { useSave } from "@/components/use-save";
import { applyShared, type LiveTurn, liveTurn } from "@/features/chat/shared-turn";
import { isOpen } from "@/runs/types";

/** A conversation that a visitor talks in. */
export type Visit = { token: string; conversationId: string };

type Props = {
  token: string;
  turn: SharedTurn;
  /** Null where the link only shows the conversation. */
  visit: Visit | null;
  onEnded: () => void;
  /** Called with true while the answer waits for a person. */
  onAsked?: ((isAsked: boolean) => void) | undefined;
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

function Growing({ token, turn, visit, onEnded, onAsked }: Props) {
  const live = useSharedTurn({ token, conversationId: visit?.conversationId ?? null, turn, onEnded });
  const { question, status } = live.turn;
  const isAsked = status === "waiting";
  useEffect(() => {
    onAsked?.(isAsked);
    return () => onAsked?.(false);
  }, [isAsked, onAsked]);
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
      {text !== "" && <Markdown text={text} citations={turn.citations} />}
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
  const answering = useSave(
    (answer: string | null) =>
      ask("post", "/api/shared/{token}/conversations/{conversation_id}/questions/{wait_id}/answer/", {
        ...at({ token: visit.token, conversation_id: visit.conversationId, wait_id: question.id }),
        body: { answer },
      }),
    { inPlace: true },
  );
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

type Options = {
  token: string;
  /** The visitor's own conversation; null where the link shows one. */
  conversationId: string | null;
  turn: SharedTurn;
  /** Called once the answer is there, or the link is not. */
  onEnded: () => void;
};

/** Follow a turn live until it ends. */
function useSharedTurn({ token, conversationId, turn, onEnded }: Options): LiveTurn {
  const [live, setLive] = useState(() => liveTurn(turn));
  const isOver = !isOpen(live.turn.status);
  useEffect(() => {
    const following = followSharedTurn(token, turn.id, {
      onMessage: (message) => setLive((before) => applyShared(before, message)),
      onClosed: onEnded,
      readTurn: async (signal) => {
        const turns =
          conversationId === null
            ? (await ask("get", "/api/shared/{token}/", { ...at({ token }), signal })).conversation?.turns
            : (
                await ask("get", "/api/shared/{token}/conversations/{conversation_id}/", {
                  ...at({ token, conversation_id: conversationId }),
                  signal,
                })
              ).turns;
        return turns?.find(({ id }) => id === turn.id);
      },
    });
    return () => following.close();
  }, [token, conversationId, turn.id, onEnded]);
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  return live;
}
