import { useTranslation } from "react-i18next";
import type { Approval, Json, JsonObject } from "@/api/types";
import { Markdown } from "@/components/markdown";
import { RelativeTime } from "@/components/relative-time";
import { useToolTitle } from "@/components/use-tool-title";
import { ValueView } from "@/components/value-view/value-view";
import { textOf } from "@/document/config";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";
import { isEqualJson } from "@/lib/equal-json";
import { isRecord } from "@/lib/json";
import classes from "./approvals.module.css";
import { questionOf } from "./question";

type OriginPayload = Extract<Approval["payload"], { kind: "credential_origin" }>;

/** Subject of the decision. */
export function ApprovalSubject({ approval }: { approval: Approval }) {
  const { payload, answered_at } = approval;
  const { t } = useTranslation("approvals");
  const isOpen = answered_at === null;
  const local = useLocalText();
  const titleOf = useToolTitle();
  const question = questionOf(approval);
  switch (payload.kind) {
    case "approval":
    case "form":
      return (
        <>
          {payload.title && <h2 className={classes.title}>{payload.title}</h2>}
          {payload.message && <Markdown text={payload.message} />}
          {payload.kind === "form" && approval.answer?.decision === "submit" && (
            <Arguments title={t("wasSent")} value={recordOf(approval.answer.values)} />
          )}
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
          <h2 className={classes.title}>
            {t("callOf", { tool: titleOf(payload.tool_id, payload.tool || payload.function) })}
          </h2>
          <Request sent={sentOf(approval) ?? payload.arguments} />
          <p className={classes.text}>{payload.rule.note || local(payload.reason)}</p>
          {!isOpen && <Sent approval={approval} asked={payload.arguments} />}
        </>
      );
    case "credential_origin":
      return <OriginSubject payload={payload} />;
  }
}

function recordOf(value: Json | undefined): JsonObject {
  return isRecord(value) ? value : {};
}

/** Method and address of a call to a server, where it has an address. */
function Request({ sent }: { sent: JsonObject }) {
  const { url, method } = sent;
  if (typeof url !== "string" || url === "") return null;
  return (
    <p className={classes.request} translate="no">
      <strong>{textOf(method) || "GET"}</strong> {url}
    </p>
  );
}

/** Arguments that a person put in the place of the call's own; null without any. */
function sentOf({ answer }: Approval): JsonObject | null {
  const values = answer?.decision === "approve" ? answer.values : null;
  const changed = isRecord(values) ? values.arguments : null;
  return isRecord(changed) ? changed : null;
}

/** Arguments of an answered call: those that were sent, and those that the model asked for where they differ. */
function Sent({ approval, asked }: { approval: Approval; asked: JsonObject }) {
  const { t } = useTranslation("approvals");
  if (approval.answer?.decision !== "approve") return <Arguments title={t("notSent")} value={asked} />;
  const sent = sentOf(approval) ?? asked;
  return (
    <>
      <Arguments title={t("wasSent")} value={sent} />
      {!isEqualJson(sent, asked) && <Arguments title={t("wasAsked")} value={asked} />}
    </>
  );
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
