/** Alert rules for failing runs of a workflow, or with null of any. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAlertRules } from "@/api/alerts";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { AlertRuleForm } from "./alert-rule-form";
import { AlertRuleRow } from "./alert-rule-row";
import classes from "./alerts.module.css";

export function AlertRules({ workflow }: { workflow: string | null }) {
  const { t } = useTranslation("alerts");
  const rules = useAlertRules(workflow);
  const [edited, setEdited] = useState<string | "new" | null>(null);
  const close = () => setEdited(null);
  if (!rules.isSuccess)
    return <QueryState query={rules} pending={<PageSkeleton rows={1} rowHeight={60} />} />;
  return (
    <div className={classes.rules}>
      {rules.data.length > 0 && (
        <ul className={classes.list}>
          {rules.data.map((rule) => (
            <li key={rule.id} className={classes.item}>
              {edited === rule.id ? (
                <AlertRuleForm workflow={workflow} rule={rule} onClose={close} />
              ) : (
                <AlertRuleRow rule={rule} onEdit={() => setEdited(rule.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === "new" ? (
        <div className={classes.new}>
          <AlertRuleForm workflow={workflow} rule={null} onClose={close} />
        </div>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setEdited("new")}
        >
          {t("add")}
        </Button>
      )}
    </div>
  );
}
