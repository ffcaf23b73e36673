import { useTranslation } from "react-i18next";
import { AlertRules } from "@/components/alerts/alert-rules";
import { Section } from "@/features/settings/section";

/** Who is notified when runs of any workflow fail; for administrators. */
export function AlertsPage() {
  const { t } = useTranslation("settings");
  return (
    <Section title={t("alerts.title")} text={t("alerts.text")}>
      <AlertRules workflow={null} />
    </Section>
  );
}
