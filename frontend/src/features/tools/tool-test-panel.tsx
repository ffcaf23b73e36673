import { Button, SegmentedControl } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { JsonObject, RunMode, ToolConfig, ToolType } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { ToolTestResult } from "@/features/tools/tool-test-result";
import classes from "@/features/tools/tools.module.css";

const CONTEXT = { variables: [], secretsSet: [], readOnly: false };
const MODES: RunMode[] = ["test", "live"];

type Props = { tool: ToolConfig; type: ToolType };

/** Call the tool once with arguments of one's own, as a model would. */
export function ToolTestPanel({ tool, type }: Props) {
  const { t } = useTranslation("tools");
  const queryClient = useQueryClient();
  const [values, setValues] = useState<JsonObject>({});
  const [mode, setMode] = useState<RunMode>("test");
  const test = useMutation({
    mutationFn: () => api.tools.testConfig(tool.id, { arguments: values, mode }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.allInvocations }),
  });
  const hasArguments = Object.keys(tool.parameters_schema.properties ?? {}).length > 0;
  const errors = test.error instanceof ApiError ? fieldErrorsOf(test.error.errors, "/arguments") : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <div>
        <SegmentedControl
          aria-label={t("test.mode")}
          value={mode}
          onChange={(value) => setMode(value === "live" ? "live" : "test")}
          data={MODES.map((value) => ({ value, label: t(`test.${value}`) }))}
        />
        <p className={classes.hint}>
          {t(
            mode === "test"
              ? "test.testHelp"
              : type.effect === "unrepeatable"
                ? "test.liveSends"
                : "test.liveHelp",
          )}
        </p>
      </div>
      {hasArguments ? (
        <SchemaForm
          schema={tool.parameters_schema}
          value={values}
          onChange={setValues}
          errors={errors}
          context={CONTEXT}
        />
      ) : (
        <p className={classes.quiet}>{t("test.noArguments")}</p>
      )}
      <div>
        <Button type="submit" loading={test.isPending} leftSection={<Icon name="player-play" />}>
          {t("test.run")}
        </Button>
      </div>
      <FormError error={test.error} />
      {test.data && <ToolTestResult test={test.data} />}
    </form>
  );
}
