import { useTranslation } from "react-i18next";
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
import { useSave } from "@/components/use-save";

/** Subject of a wait, with the ways to answer it or the answer it got: whole on every card. */
export function ApprovalBody({ approval }: { approval: Approval }) {
  const { t } = useTranslation("approvals");
  const answer = useAnswer(approval);
  const isOpen = approval.answered_at === null;
  const mayAnswer = isOpen && !approval.needs_someone_else;
  const isQuestion = questionOf(approval) !== null;
  const pending = answer.isPending && answer.variables.decision === "reject" ? "reject" : "approve";
  return (
    <>
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
    </>
  );
}

function answerText(approval: Approval, t: ReturnType<typeof useTranslation<"approvals">>["t"]): string {
  const { decision, comment } = approval.answer ?? {};
  const outcome =
    decision === "approve" && questionOf(approval) !== null
      ? t("question.answered")
      : t([`outcome.${String(decision)}`, `decision.${String(decision)}`], {
          defaultValue: String(decision),
        });
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
