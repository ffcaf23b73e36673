import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowSummary } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { NumberField } from "@/components/number-field";
import { pressedOnly } from "@/components/pressed-only";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { LIMIT_GROUPS, type LimitName } from "./limit-fields";
import classes from "./workflow-settings.module.css";

type Props = { workflow: WorkflowSummary; onClose: () => void };

export function WorkflowSettingsForm({ workflow, onClose }: Props) {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const [limits, setLimits] = useState(workflow.settings);
  const [isOffered, setOffered] = useState(workflow.offered_over_mcp);
  const isOwner = workflow.role === "owner";
  const save = useMutation({
    mutationFn: () =>
      api.workflows.update(workflow.id, {
        settings: limits,
        ...(isOwner && { offered_over_mcp: isOffered }),
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.workflow(workflow.id), saved);
      notifyDone(t("settings.saved"));
      onClose();
    },
  });
  const errors = save.error instanceof ApiError ? fieldErrorsOf(save.error.errors, "/settings") : {};
  const change = (name: LimitName, value: number | null) =>
    setLimits((before) => ({ ...before, [name]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} onKeyDown={pressedOnly} noValidate>
      <FormError error={Object.keys(errors).length > 0 ? null : save.error} />
      {LIMIT_GROUPS.map(({ id, columns, fields }) => (
        <fieldset key={id} className={classes.group} data-columns={columns}>
          <legend>{t(`settings.${id}.title`)}</legend>
          <p className={classes.about}>{t(`settings.${id}.text`)}</p>
          <div className={classes.fields}>
            {fields.map(({ name, unit, decimals = 0 }) => (
              <NumberField
                key={name}
                label={t(`settings.limit.${name}`)}
                description={t(`settings.help.${name}`)}
                placeholder={t("settings.none")}
                {...(unit === "s" ? { time: unit } : { suffix: unit && ` ${t(`settings.unit.${unit}`)}` })}
                decimalScale={decimals}
                allowNegative={false}
                thousandSeparator=","
                value={limits[name] ?? null}
                error={errors[name]?.[0]}
                onChange={(value) => change(name, value)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {isOwner && (
        <Switch
          label={t("settings.mcp")}
          description={t("settings.mcpHelp")}
          checked={isOffered}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
      )}
      <FormButtons submit="save" loading={save.isPending} onCancel={onClose} mt="lg" />
    </form>
  );
}
