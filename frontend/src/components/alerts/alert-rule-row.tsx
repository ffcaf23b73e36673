import { ActionIcon, Button, Switch, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useToolConfigs } from "@/api/tools";
import type { AlertRule } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { useSave } from "@/components/use-save";
import classes from "./alerts.module.css";

type Props = { rule: AlertRule; onEdit: () => void };

/** An alert rule: its condition and recipient, the last delivery error, and its actions. */
export function AlertRuleRow({ rule, onEdit }: Props) {
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
        <ActionIcon color="gray" aria-label={t("editOf", { name })} onClick={onEdit}>
          <Icon name="pencil" />
        </ActionIcon>
      </Tooltip>
      <ConfirmButton
        question={t("deleteQuestion", { name })}
        confirmLabel={t("delete")}
        onConfirm={() => remove.mutate()}
      >
        <ActionIcon color="gray" aria-label={t("deleteOf", { name })}>
          <Icon name="trash" />
        </ActionIcon>
      </ConfirmButton>
      <Switch
        aria-label={t("enabledOf", { name })}
        checked={rule.is_enabled}
        onChange={({ currentTarget }) => update.mutate(currentTarget.checked)}
      />
    </div>
  );
}
