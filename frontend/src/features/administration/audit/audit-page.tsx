import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { EmptyState } from "@/components/empty-state";
import { Section } from "@/components/section";
import { useUser } from "@/hooks/use-user";
import { CallLog } from "./call-log";
import { ChainCheck } from "./chain-check";
import { RightsLog } from "./rights-log";

const LOGS = ["calls", "rights"] as const;

/** Both audit logs; superusers alone read the one of rights, as failed sign-ins may hold passwords. */
export function AuditPage() {
  const { t } = useTranslation("administration-audit");
  const { is_staff, is_superuser } = useUser();
  const [params, setParams] = useSearchParams();
  const log = is_superuser && params.get("log") === "rights" ? "rights" : "calls";
  if (!is_staff)
    return <EmptyState icon="shield-lock" title={t("staffOnly.title")} text={t("staffOnly.text")} />;
  return (
    <Section title={t("title")} text={t("text")}>
      <ChainCheck />
      {is_superuser && (
        <SegmentedControl
          mb="md"
          aria-label={t("log.label")}
          value={log}
          onChange={(next) => setParams(next === "rights" ? { log: next } : {})}
          data={LOGS.map((value) => ({ value, label: t(`log.${value}`) }))}
        />
      )}
      {log === "rights" ? <RightsLog /> : <CallLog />}
    </Section>
  );
}
