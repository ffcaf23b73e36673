import { Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import type { WorkflowSettings, WorkflowSummary } from "@/api/types";
import { workflowQuery } from "@/api/workflows";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { NumberField } from "@/components/number-field";
import { pressedOnly } from "@/components/pressed-only";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { useSave } from "@/components/use-save";
import classes from "@/features/editor/workflow-settings.module.css";

/** The limits of a workflow as its settings show them; one that is empty is off. */
const LIMIT_GROUPS: readonly {
  id: "runs" | "history";
  columns: 2 | 3;
  fields: readonly LimitField[];
}[] = [
  {
    id: "runs",
    columns: 2,
    fields: [
      { name: "deadlineS", unit: "s" },
      { name: "maxConcurrentRuns" },
      { name: "budgetTokens" },
      { name: "budgetMoney", decimals: 4 },
    ],
  },
  {
    id: "history",
    columns: 3,
    fields: [
      { name: "historyDays", unit: "d" },
      { name: "historyRuns" },
      { name: "historyMegabytes", unit: "MB" },
    ],
  },
];

type Props = { workflow: WorkflowSummary; onClose: () => void };

export function WorkflowSettingsForm({ workflow, onClose }: Props) {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const [limits, setLimits] = useState(workflow.settings);
  const [isOffered, setOffered] = useState(workflow.offered_over_mcp);
  const isOwner = workflow.role === "owner";
  const save = useSave(
    () =>
      ask("patch", "/api/workflows/{workflow_id}/", {
        ...at({ workflow_id: workflow.id }),
        body: {
          settings: limits,
          ...(isOwner && { offered_over_mcp: isOffered }),
        },
      }),
    {
      inPlace: true,
      onSuccess: (saved) => {
        client.setQueryData(workflowQuery(workflow.id).queryKey, saved);
        notifyDone(t("settings.saved"));
        onClose();
      },
    },
  );
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
                {...(unit === "s"
                  ? { time: unit }
                  : { suffix: unit && ` ${t(`settings.unit.${unit}`, { count: limits[name] ?? 0 })}` })}
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

type LimitName = keyof WorkflowSettings;

type LimitField = { name: LimitName; unit?: "s" | "d" | "MB"; decimals?: number };
