import { useTranslation } from "react-i18next";
import type { Approval, JsonObject } from "@/api/types";
import { Markdown } from "@/components/markdown";
import { RelativeTime } from "@/components/relative-time";
import { ValueView } from "@/components/value-view/value-view";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";
import classes from "./approvals.module.css";
import { questionOf } from "./question";

type OriginPayload = Extract<Approval["payload"], { kind: "credential_origin" }>;

/** Subject of the decision. */
export function ApprovalSubject({ approval }: { approval: Approval }) {
  const { payload, answered_at } = approval;
  const { t } = useTranslation("approvals");
  const isOpen = answered_at === null;
  const local = useLocalText();
  const question = questionOf(approval);
  switch (payload.kind) {
    case "approval":
    case "form":
      return (
        <>
          {payload.title && <h2 className={classes.title}>{payload.title}</h2>}
          {payload.message && <Markdown text={payload.message} />}
        </>
      );
    case "outcome_unknown":
      return (
        <>
          <p className={classes.text}>{local(payload.reason)}</p>
          {payload.destination && (
            <p className={classes.text}>{t("sentTo", { destination: payload.destination })}</p>
          )}
          {Object.keys(payload.arguments).length > 0 && (
            <Arguments title={t("beingSent")} value={payload.arguments} />
          )}
        </>
      );
    case "budget": {
      const { over, used, budget, needed, model } = payload;
      return (
        <p className={classes.text}>
          {t("budgetText", {
            used: amount(used[over]),
            budget: amount(budget[over]),
            needed: amount(needed[over]),
            model,
          })}
        </p>
      );
    }
    case "tool_approval":
      if (question !== null) return <Markdown text={question} />;
      return (
        <>
          <h2 className={classes.title}>{t("callOf", { tool: payload.tool || payload.function })}</h2>
          <p className={classes.text}>{payload.rule.note || local(payload.reason)}</p>
          {!isOpen && <ValueView value={payload.arguments} openLevels={2} />}
        </>
      );
    case "credential_origin":
      return <OriginSubject payload={payload} />;
  }
}

/** Destination of a credential, the requesting user, and the data sent. */
function OriginSubject({ payload }: { payload: OriginPayload }) {
  const { t } = useTranslation("approvals");
  const local = useLocalText();
  const { credential, origin, reason, asked_by: by, saved_by: saved } = payload;
  return (
    <>
      <h2 className={classes.title}>{t("origin.title", { name: credential.name })}</h2>
      <code className={classes.origin}>{origin}</code>
      <p className={classes.text}>{local(reason)}</p>
      <p className={classes.text}>
        {by && t("origin.run", { by })}{" "}
        {saved && (
          <>
            {t("origin.saved", { by: saved.username })} <RelativeTime iso={saved.at} />
          </>
        )}
      </p>
      <Arguments title={t("origin.sends")} value={payload.arguments} />
    </>
  );
}

function Arguments({ title, value }: { title: string; value: JsonObject }) {
  return (
    <section aria-label={title}>
      <p className={classes.text}>{title}</p>
      <ValueView value={value} openLevels={2} />
    </section>
  );
}

function amount(value: number | null): string {
  return value === null ? "–" : formatCount(value, currentLanguage());
}
