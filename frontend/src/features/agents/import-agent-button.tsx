import { useTranslation } from "react-i18next";
import { ImportButton } from "@/components/import-button";
import { useAgentActions } from "@/features/agents/use-agent-actions";

export function ImportAgentButton() {
  const { t } = useTranslation("agents");
  const { load } = useAgentActions();
  return <ImportButton label={t("import.button")} load={load} />;
}
