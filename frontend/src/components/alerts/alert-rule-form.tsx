import { SegmentedControl, Select, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { useAlertRuleChanges } from "@/api/queries/alerts";
import { useSession } from "@/api/queries/session";
import { useToolConfigs } from "@/api/queries/tools";
import type { AlertRule } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { NumberField } from "@/components/number-field";
import classes from "./alerts.module.css";

const CHANNELS = ["tool", "mail", "webhook"] as const;
const NOTIFIES = /^notification-/;

/** `rule` is null for a new one; that of a stored one stays on its channel. */
type Props = { workflow: string | null; rule: AlertRule | null; onClose: () => void };

export function AlertRuleForm({ workflow, rule, onClose }: Props) {
  const { t } = useTranslation("alerts");
  const { create, update } = useAlertRuleChanges(workflow);
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
  const callbacks = {
    onSuccess: () => {
      notifyDone(t("saved"));
      onClose();
    },
    onError: (error: Error) => form.setErrors(errorsByField(error)),
  };
  const submit = form.onSubmit(({ channel: to, ...given }) =>
    rule === null
      ? create.mutate({ channel: to, ...given, is_enabled: true }, callbacks)
      : update.mutate({ id: rule.id, ...given }, callbacks),
  );
  const saving = rule === null ? create : update;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={Object.keys(form.errors).length > 0 ? null : saving.error} />
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
      <FormButtons submit="save" loading={saving.isPending} onCancel={onClose} />
    </form>
  );
}
