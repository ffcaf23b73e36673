import { ActionIcon, Button, Switch, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useAlertRuleChanges } from "@/api/queries/alerts";
import { useToolConfigs } from "@/api/queries/tools";
import type { AlertRule } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { Icon } from "@/components/icon";
import { notifyDone, notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import classes from "./alerts.module.css";

type Props = { workflow: string | null; rule: AlertRule; onEdit: () => void };

/** Target and conditions of a notification, its last failure, and actions. */
export function AlertRuleRow({ workflow, rule, onEdit }: Props) {
  const { t } = useTranslation("alerts");
  const errorText = useErrorText();
  const { update, remove, test } = useAlertRuleChanges(workflow);
  const tools = useToolConfigs().data ?? [];
  const tool = tools.find(({ id }) => `tool:${id}` === rule.tool_id);
  const name = rule.channel === "tool" ? (tool?.name ?? t("toolGone")) : rule.address;
  const when = [
    t("when.first"),
    ...(rule.every > 0 ? [t("when.every", { count: rule.every })] : []),
    ...(rule.on_recovery ? [t("when.recovery")] : []),
  ];
  const onError = (error: Error) => notifyFailed(errorText(error));
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
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate(rule.id, { onSuccess: () => notifyDone(t("tested")), onError })}
      >
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
        onConfirm={() => remove.mutate(rule.id, { onError })}
      >
        <ActionIcon color="gray" aria-label={t("deleteOf", { name })}>
          <Icon name="trash" />
        </ActionIcon>
      </ConfirmButton>
      <Switch
        aria-label={t("enabledOf", { name })}
        checked={rule.is_enabled}
        onChange={({ currentTarget }) =>
          update.mutate({ id: rule.id, is_enabled: currentTarget.checked }, { onError })
        }
      />
    </div>
  );
}
