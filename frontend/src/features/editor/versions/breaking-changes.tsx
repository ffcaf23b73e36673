import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { InterfaceCaller, WorkflowInterface } from "@/api/types";
import { Icon } from "@/components/icon";
import { useLocalText } from "@/i18n/local-text";
import classes from "./versions.module.css";

/** What callers of a workflow would meet after publishing, and who they are. */
export function BreakingChanges({ report: { breaking, callers } }: { report: WorkflowInterface }) {
  const { t } = useTranslation("versions");
  const local = useLocalText();
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
            <Link to={addressOf(caller)} target="_blank">
              {caller.name}
            </Link>
            {caller.node && <span className={classes.quiet}> · {caller.node}</span>}
          </li>
        ))}
      </ul>
      {t("breaks.advice")}
    </Alert>
  );
}

const addressOf = ({ kind, id }: InterfaceCaller) =>
  kind === "agent" ? `/agents/${id}` : `/workflows/${id}`;
