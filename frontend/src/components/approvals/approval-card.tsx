/** One thing that waits for a person: what it is about, and the ways to answer it. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import type { Approval, ApprovalAnswer } from "@/api/types";
import { AnswerForm } from "@/components/approvals/answer-form";
import { ApprovalSubject } from "@/components/approvals/approval-subject";
import classes from "@/components/approvals/approvals.module.css";
import { questionOf } from "@/components/approvals/question";
import { QuestionForm } from "@/components/approvals/question-form";
import { FormError } from "@/components/form-error";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import { currentLanguage } from "@/i18n";
import { formatDateTime } from "@/i18n/format";
import { stepsOf } from "@/runs/passes";

type Props = {
  approval: Approval;
  /** Beside the run itself, its name would say nothing. */
  withRun?: boolean;
};

export function ApprovalCard({ approval, withRun = false }: Props) {
  const { t } = useTranslation("approvals");
  const answer = useAnswer(approval);
  const pass = stepsOf(approval.scope).map(({ index }) => index + 1);
  const isOpen = approval.answered_at === null;
  const mayAnswer = isOpen && !approval.needs_someone_else;
  const isQuestion = questionOf(approval) !== null;
  const pending = answer.isPending && answer.variables.decision === "reject" ? "reject" : "approve";
  return (
    <article className={classes.card} data-open={isOpen || undefined} aria-label={approval.node_name}>
      <header className={classes.head}>
        <span className={classes.kind}>
          {isQuestion ? t("question.kind") : t(`kind.${approval.payload.kind}`)}
        </span>
        <span className={classes.node}>{approval.node_name}</span>
        {pass.length > 0 && <span className={classes.quiet}>{t("pass", { pass: pass.join(" / ") })}</span>}
        <span className={classes.gap} />
        <span className={classes.quiet}>
          <RelativeTime iso={approval.created_at} />
          {isOpen && approval.due_at !== null && (
            <> · {t("due", { time: formatDateTime(approval.due_at, currentLanguage()) })}</>
          )}
        </span>
      </header>
      <ApprovalSubject approval={approval} />
      {!isOpen && <p className={classes.answer}>{answerText(approval, t)}</p>}
      {isOpen && approval.needs_someone_else && <p className={classes.answer}>{t("someoneElse")}</p>}
      {mayAnswer && !isQuestion && <AnswerForm approval={approval} answering={answer} />}
      {mayAnswer && isQuestion && (
        <QuestionForm
          pending={answer.isPending ? pending : null}
          onDecide={(decision, comment) => answer.mutate({ decision, values: {}, comment })}
        />
      )}
      <FormError error={answer.error} />
      {withRun && (
        <footer className={classes.foot}>
          <span className={classes.quiet}>{approval.workflow.name}</span>
          <Link to={`/runs/${approval.run.id}`}>{t("openRun")}</Link>
        </footer>
      )}
    </article>
  );
}

function answerText(approval: Approval, t: ReturnType<typeof useTranslation<"approvals">>["t"]): string {
  const { decision, comment } = approval.answer ?? {};
  const outcome =
    decision === "approve" && questionOf(approval) !== null
      ? t("question.answered")
      : t(`decision.${String(decision)}`, { defaultValue: String(decision) });
  const by = approval.answered_by?.username ?? (approval.answer?.by === "visitor" ? t("visitor") : null);
  const text = by
    ? t("answered", { decision: outcome, name: by })
    : t("answeredAlone", { decision: outcome });
  return typeof comment === "string" && comment ? `${text} — ${comment}` : text;
}

/** Answers one wait; lists that show it are read again, also when somebody else was quicker. */
function useAnswer(approval: Approval) {
  const { t } = useTranslation("approvals");
  const refresh = useRefresh();
  return useSave(
    (answer: ApprovalAnswer) =>
      ask("post", "/api/approvals/{wait_id}/answer/", { ...at({ wait_id: approval.id }), body: answer }),
    {
      done: t("saved"),
      onSuccess: () => {
        if (approval.payload.kind === "credential_origin") {
          void refresh("/api/credentials/", "/api/credentials/*/uses/");
        }
        return refresh("/api/approvals/");
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) {
          void refresh("/api/approvals/");
        }
      },
    },
  );
}
