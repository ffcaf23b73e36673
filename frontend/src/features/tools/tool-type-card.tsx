import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ToolType } from "@/api/types";
import { inLanguage, readSchema } from "@/document/form-schema";
import { ToolIcon } from "@/features/tools/tool-icon";
import classes from "@/features/tools/tools.module.css";
import { useToolsAddress } from "@/features/tools/use-tools-address";
import { currentLanguage, type Language } from "@/i18n";
import { useLocalText } from "@/i18n/local-text";

export function ToolTypeCard({ type }: { type: ToolType }) {
  const { t } = useTranslation("tools");
  const local = useLocalText();
  const { create } = useToolsAddress();
  const needs = neededFields(type, currentLanguage());
  const reason = type.unimplemented_message ? local(type.unimplemented_message) : t("notImplementedText");
  return (
    <li className={classes.card} data-off={!type.implemented || undefined}>
      <div className={classes.cardHead}>
        <ToolIcon name={type.icon} />
        <h3 className={classes.cardTitle}>{local(type.title)}</h3>
        {!type.implemented && <span className={classes.mark}>{t("notImplemented")}</span>}
      </div>
      <p className={classes.cardText}>{type.implemented ? local(type.help) : reason}</p>
      {type.implemented && needs.length > 0 && (
        <p className={classes.quiet}>{t("needs", { fields: needs.join(t("needsJoin")) })}</p>
      )}
      <div className={classes.cardFoot}>
        <span className={classes.quiet}>{t(`effect.${type.effect}`)}</span>
        {type.kind === "builtin" ? (
          <span className={classes.quiet}>{t("builtin")}</span>
        ) : (
          type.implemented && (
            <Button size="xs" variant="default" onClick={() => create(type.type)}>
              {t("setUp")}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

/** Titles of what has to be filled in before a tool of this type can be used: required fields and keys. */
function neededFields(type: ToolType, language: Language): string[] {
  const { required = [], properties = {} } = readSchema(type.config_schema);
  return Object.entries(properties)
    .filter(([name, field]) => required.includes(name) || field["x-widget"] === "secret")
    .map(([name, field]) => inLanguage(field, language).title || name);
}
