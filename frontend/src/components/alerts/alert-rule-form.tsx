import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { alertRulesAt } from "@/api/alerts";
import { AlertRuleCreate, AlertRulePatch } from "@/api/bodies.gen";
import { ask, at } from "@/api/http";
import { useSession } from "@/api/session";
import { useToolConfigs } from "@/api/tools";
import type { AlertRule } from "@/api/types";
import { formOf, RequestForm } from "@/components/schema-form/request-form";
import classes from "./alerts.module.css";

const CHANNELS = ["tool", "mail", "webhook"] as const;
const NOTIFIES = /^notification-/;

/** `rule` is null for a new one; that of a stored one stays on its channel. */
type Props = { workflow: string | null; rule: AlertRule | null; onClose: () => void };
type Values = {
  channel: AlertRule["channel"];
  target?: string;
  every: number | null;
  on_recovery: boolean;
};

export function AlertRuleForm({ workflow, rule, onClose }: Props) {
  const { t } = useTranslation("alerts");
  const canMail = useSession().data?.sends_mail === true;
  const tools = (useToolConfigs().data ?? []).filter(({ type }) => NOTIFIES.test(type));
  const { path, init } = alertRulesAt(workflow);
  const chosen = {
    description: tools.length === 0 ? t("noTools") : undefined,
    "x-widget": "select",
    enum: tools.map(({ id }) => `tool:${id}`),
    "x-enum-labels": Object.fromEntries(tools.map(({ id, name }) => [`tool:${id}`, { en: name }])),
  } as const;
  const mailed = { format: "email" } as const;
  const posted = {
    format: "uri",
    description: rule ? t("keepsUrl", { origin: rule.address }) : undefined,
  } as const;
  return (
    <RequestForm<Values, unknown>
      className={classes.form}
      schema={({ channel }) =>
        formOf(rule === null ? AlertRuleCreate : AlertRulePatch, {
          target: {
            title: t(`target.${channel}`),
            missing: t("targetMissing"),
            ...{ tool: chosen, mail: mailed, webhook: posted }[channel],
          },
          every: {
            title: t("every"),
            description: t("everyHelp"),
            type: ["integer", "null"],
            default: undefined,
            "x-placeholder": t("everyNone"),
          },
          on_recovery: { title: t("onRecovery"), "x-widget": "labelled-switch" },
        })
      }
      initial={{
        channel: rule?.channel ?? "tool",
        // The address of a webhook is never shown again.
        target: rule === null || rule.channel === "webhook" ? "" : rule.tool_id || rule.address,
        every: rule?.every || null,
        on_recovery: rule?.on_recovery ?? true,
      }}
      send={({ channel, target = "", every, on_recovery }) => {
        const given = { target, every: every ?? 0, on_recovery };
        return rule === null
          ? ask("post", path, { ...init, body: { channel, ...given, is_enabled: true } })
          : ask("patch", "/api/alert-rules/{alert_rule_id}/", {
              ...at({ alert_rule_id: rule.id }),
              body: given,
            });
      }}
      refreshes={["/api/*alert-rules/"]}
      done={t("saved")}
      onSaved={onClose}
      submit="save"
      onCancel={onClose}
      head={({ channel }, change) =>
        rule === null && (
          <SegmentedControl
            aria-label={t("channelLabel")}
            value={channel}
            onChange={(to) => change({ channel: to, target: "" })}
            data={CHANNELS.map((value) => ({
              value,
              label: t(`channel.${value}`),
              disabled: value === "mail" && !canMail,
            }))}
          />
        )
      }
    />
  );
}
