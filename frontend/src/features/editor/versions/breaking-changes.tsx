import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { InterfaceCaller, WorkflowInterface } from "@/api/types";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import classes from "./versions.module.css";

/** Effects of publishing on callers of a workflow. */
export function BreakingChanges({ report }: { report: WorkflowInterface }) {
  const { t } = useTranslation("versions");
  const local = useLocalText();
  const { breaking, callers, foreign_tokens } = report;
  return (
    <Alert color="yellow" icon={<Icon name="alert-triangle" />} title={t("breaks.title")}>
      {t("breaks.changes")}
      <ul className={classes.breaks}>
        {breaking.map((change) => (
          <li key={change.en}>{local(change)}</li>
        ))}
      </ul>
      {t("breaks.callers")}
      <ul className={classes.breaks}>
        {callers.map((caller) => (
          <li key={`${caller.id} ${caller.node}`}>
            <Link to={ADDRESSES[caller.kind](caller.id)} target="_blank">
              {caller.kind === "mcp" ? t("breaks.mcp") : caller.name}
            </Link>
            {(caller.kind === "token" || caller.kind === "trigger") && (
              <span className={classes.quiet}> · {t(`breaks.${caller.kind}`)}</span>
            )}
            {caller.node && <span className={classes.quiet}> · {caller.node}</span>}
          </li>
        ))}
        {foreign_tokens > 0 && <li>{t("breaks.foreignTokens", { count: foreign_tokens })}</li>}
      </ul>
      {t("breaks.advice")}
    </Alert>
  );
}

const ADDRESSES: Record<InterfaceCaller["kind"], (id: string) => string> = {
  agent: (id) => `/agents/${id}`,
  workflow: (id) => `/workflows/${id}`,
  trigger: (id) => `/workflows/${id}`,
  mcp: (id) => `/workflows/${id}`,
  token: () => "/settings/tokens",
};
