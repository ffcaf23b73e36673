import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Says that a rule has a person asked before each call of a tool. */
export function AskMark({ asks }: { asks: boolean | undefined }) {
  const { t } = useTranslation("schema-form");
  if (!asks) return null;
  return (
    <Badge size="sm" variant="light" color="yellow" title={t("asksFirstHelp")}>
      {t("asksFirst")}
    </Badge>
  );
}
