import { SegmentedControl, Select, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { alertRulesAt } from "@/api/alerts";
import { ask, at } from "@/api/http";
import { useSession } from "@/api/session";
import { useToolConfigs } from "@/api/tools";
import type { AlertRule } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { NumberField } from "@/components/number-field";
import { useSave } from "@/components/use-save";
import classes from "./alerts.module.css";

const CHANNELS = ["tool", "mail", "webhook"] as const;
const NOTIFIES = /^notification-/;

/** `rule` is null for a new one; that of a stored one stays on its channel. */
type Props = { workflow: string | null; rule: AlertRule | null; onClose: () => void };

export function AlertRuleForm({ workflow, rule, onClose }: Props) {
  const { t } = useTranslation("alerts");
  const canMail = useSession().data?.sends_mail === true;
  const tools = (useToolConfigs().data ?? []).filter(({ type }) => NOTIFIES.test(type));
  const form = useForm({
    initialValues: {
      channel: rule?.channel ?? "tool",
      // The address of a webhook is never shown again.
      target: rule === null || rule.channel === "webhook" ? "" : rule.tool_id || rule.address,
      every: rule?.every ?? 0,
      on_recovery: rule?.on_recovery ?? true,
    },
    validate: {
      target: (target) => (target.trim() === "" && rule === null ? t("targetMissing") : null),
    },
  });
  const { channel, every } = form.values;
  const { path, init } = alertRulesAt(workflow);
  const save = useSave(
    ({ channel: to, ...given }: typeof form.values) =>
      rule === null
        ? ask("post", path, { ...init, body: { channel: to, ...given, is_enabled: true } })
        : ask("patch", "/api/alert-rules/{alert_rule_id}/", {
            ...at({ alert_rule_id: rule.id }),
            body: given,
          }),
    { refreshes: ["/api/*alert-rules/"], done: t("saved"), form, onSuccess: onClose },
  );
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <FormError error={save.formError} />
      {rule === null && (
        <SegmentedControl
          aria-label={t("channelLabel")}
          value={channel}
          onChange={(to) => form.setValues({ channel: to, target: "" })}
          data={CHANNELS.map((value) => ({
            value,
            label: t(`channel.${value}`),
            disabled: value === "mail" && !canMail,
          }))}
        />
      )}
      {channel === "tool" ? (
        <Select
          label={t("target.tool")}
          description={tools.length === 0 ? t("noTools") : undefined}
          data={tools.map(({ id, name }) => ({ value: `tool:${id}`, label: name }))}
          {...form.getInputProps("target")}
          value={form.values.target || null}
          onChange={(id) => form.setFieldValue("target", id ?? "")}
        />
      ) : (
        <TextInput
          label={t(`target.${channel}`)}
          type={channel === "mail" ? "email" : "url"}
          description={channel === "webhook" && rule ? t("keepsUrl", { origin: rule.address }) : undefined}
          {...form.getInputProps("target")}
        />
      )}
      <NumberField
        label={t("every")}
        description={t("everyHelp")}
        placeholder={t("everyNone")}
        allowNegative={false}
        decimalScale={0}
        value={every || null}
        onChange={(value) => form.setFieldValue("every", value ?? 0)}
      />
      <Switch label={t("onRecovery")} {...form.getInputProps("on_recovery", { type: "checkbox" })} />
      <FormButtons submit="save" loading={save.isPending} onCancel={onClose} />
    </form>
  );
}
