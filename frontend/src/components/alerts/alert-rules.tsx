/** Alert rules for failing runs of a workflow, or with null of any. */

import { Button, Switch, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAlertRules } from "@/api/alerts";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useToolConfigs } from "@/api/tools";
import type { AlertRule } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import { AlertRuleForm } from "./alert-rule-form";
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

type Props = { rule: AlertRule; onEdit: () => void };

/** An alert rule: its condition and recipient, the last delivery error, and its actions. */
function AlertRuleRow({ rule, onEdit }: Props) {
  const { t } = useTranslation("alerts");
  const path = "/api/alert-rules/{alert_rule_id}/";
  const one = at({ alert_rule_id: rule.id });
  const refresh = useRefresh();
  // Also after an error: the row shows why the last notification could not be sent.
  const onSettled = () => refresh("/api/*alert-rules/");
  const update = useSave((is_enabled: boolean) => ask("patch", path, { ...one, body: { is_enabled } }), {
    onSettled,
  });
  const remove = useSave(() => ask("delete", path, one), { onSettled });
  const test = useSave(() => ask("post", `${path}test/`, one), { done: t("tested"), onSettled });
  const tools = useToolConfigs().data ?? [];
  const tool = tools.find(({ id }) => `tool:${id}` === rule.tool_id);
  const name = rule.channel === "tool" ? (tool?.name ?? t("toolGone")) : rule.address;
  const when = [
    t("when.first"),
    ...(rule.every > 0 ? [t("when.every", { count: rule.every })] : []),
    ...(rule.on_recovery ? [t("when.recovery")] : []),
  ];
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          {t(`channel.${rule.channel}`)}: {name}
        </p>
        <p className={classes.quiet}>
          {when.join(" · ")}
          {rule.sent_at && (
            <>
              {" · "}
              {t("sent")} <RelativeTime iso={rule.sent_at} />
            </>
          )}
        </p>
        {rule.problem && (
          <p className={classes.problem} role="alert">
            {rule.problem}
          </p>
        )}
      </div>
      <Button size="compact-sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t("test")}
      </Button>
      <Tooltip label={t("edit")}>
        <IconButton icon="pencil" color="gray" label={t("editOf", { name })} onClick={onEdit} />
      </Tooltip>
      <ConfirmButton
        question={t("deleteQuestion", { name })}
        confirmLabel={t("delete")}
        onConfirm={() => remove.mutate()}
      >
        <IconButton icon="trash" color="gray" label={t("deleteOf", { name })} />
      </ConfirmButton>
      <Switch
        aria-label={t("enabledOf", { name })}
        checked={rule.is_enabled}
        onChange={({ currentTarget }) => update.mutate(currentTarget.checked)}
      />
    </div>
  );
}
