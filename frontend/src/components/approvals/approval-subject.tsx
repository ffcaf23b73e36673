import { useTranslation } from "react-i18next";
import type { Approval, Json, JsonObject } from "@/api/types";
import { JsonView } from "@/components/json-view";
import { Markdown } from "@/components/markdown";
import { RelativeTime } from "@/components/relative-time";
import { objectOf, textOf } from "@/document/config";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";
import classes from "./approvals.module.css";
import { questionOf } from "./question";

/** What is to be decided. */
export function ApprovalSubject({ approval }: { approval: Approval }) {
  const { kind, payload, answered_at } = approval;
  const { t } = useTranslation("approvals");
  const isOpen = answered_at === null;
  const local = useLocalText();
  const question = questionOf(approval);
  const reason = local({ en: "", ...(objectOf(payload.reason) as Record<string, string>) });
  switch (kind) {
    case "approval":
    case "form":
      return (
        <>
          {textOf(payload.title) && <h3 className={classes.title}>{textOf(payload.title)}</h3>}
          {textOf(payload.message) && <Markdown text={textOf(payload.message)} />}
        </>
      );
    case "outcome_unknown":
      return (
        <>
          <p className={classes.text}>{reason}</p>
          {textOf(payload.destination) && (
            <p className={classes.text}>{t("sentTo", { destination: textOf(payload.destination) })}</p>
          )}
          {Object.keys(objectOf(payload.arguments)).length > 0 && (
            <section aria-label={t("beingSent")}>
              <p className={classes.text}>{t("beingSent")}</p>
              <JsonView value={objectOf(payload.arguments)} openLevels={2} />
            </section>
          )}
        </>
      );
    case "budget": {
      const over = textOf(payload.over) || "tokens";
      return (
        <p className={classes.text}>
          {t("budgetText", {
            used: amount(objectOf(payload.used)[over]),
            budget: amount(objectOf(payload.budget)[over]),
            needed: amount(objectOf(payload.needed)[over]),
            model: textOf(payload.model),
          })}
        </p>
      );
    }
    case "tool_approval":
      if (question !== null) return <Markdown text={question} />;
      return (
        <>
          <h3 className={classes.title}>
            {t("callOf", { tool: textOf(payload.tool) || textOf(payload.function) })}
          </h3>
          <p className={classes.text}>{textOf(objectOf(payload.rule).note) || reason}</p>
          {!isOpen && <JsonView value={objectOf(payload.arguments)} openLevels={2} />}
        </>
      );
    case "credential_origin":
      return <OriginSubject payload={payload} reason={reason} />;
  }
}

/** Where a credential would be sent, on whose behalf, and what with it. */
function OriginSubject({ payload, reason }: { payload: JsonObject; reason: string }) {
  const { t } = useTranslation("approvals");
  const { username, at } = objectOf(payload.saved_by);
  return (
    <>
      <h3 className={classes.title}>
        {t("origin.title", { name: textOf(objectOf(payload.credential).name) })}
      </h3>
      <code className={classes.origin}>{textOf(payload.origin)}</code>
      <p className={classes.text}>{reason}</p>
      <p className={classes.text}>
        {textOf(payload.asked_by) && t("origin.run", { by: textOf(payload.asked_by) })}{" "}
        {textOf(username) && (
          <>
            {t("origin.saved", { by: textOf(username) })} <RelativeTime iso={textOf(at)} />
          </>
        )}
      </p>
      <section aria-label={t("origin.sends")}>
        <p className={classes.text}>{t("origin.sends")}</p>
        <JsonView value={objectOf(payload.arguments)} openLevels={2} />
      </section>
    </>
  );
}

function amount(value: Json | undefined): string {
  return typeof value === "number" ? formatCount(value, currentLanguage()) : "–";
}
