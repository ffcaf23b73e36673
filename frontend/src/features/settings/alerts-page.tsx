import { useTranslation } from "react-i18next";
import { AlertRules } from "@/components/alerts/alert-rules";
import { Section } from "@/components/section";

/** Alert rules for all workflows; for administrators. */
export function AlertsPage() {
  const { t } = useTranslation("settings");
  return (
    <Section title={t("alerts.title")} text={t("alerts.text")}>
      <AlertRules workflow={null} />
    </Section>
  );
}
