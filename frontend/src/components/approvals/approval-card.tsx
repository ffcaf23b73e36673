/** One thing that waits for a person: what it is about, and the ways to answer it. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Approval } from "@/api/types";
import { ApprovalBody } from "@/components/approvals/approval-body";
import classes from "@/components/approvals/approvals.module.css";
import { questionOf } from "@/components/approvals/question";
import { RelativeTime } from "@/components/relative-time";
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
  const pass = stepsOf(approval.scope).map(({ index }) => index + 1);
  const isOpen = approval.answered_at === null;
  return (
    <article className={classes.card} data-open={isOpen || undefined} aria-label={approval.node_name}>
      <header className={classes.head}>
        <span className={classes.kind}>
          {questionOf(approval) === null ? t(`kind.${approval.payload.kind}`) : t("question.kind")}
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
      <ApprovalBody approval={approval} />
      {withRun && (
        <footer className={classes.foot}>
          <span className={classes.quiet}>{approval.workflow.name}</span>
          <Link to={`/runs/${approval.run.id}`}>{t("openRun")}</Link>
        </footer>
      )}
    </article>
  );
}
