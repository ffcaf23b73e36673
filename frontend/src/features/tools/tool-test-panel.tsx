import { SegmentedControl } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import { useToolFunctions } from "@/api/tools";
import type { JsonObject, JsonSchema, RunMode, ToolConfig, ToolTestReport, ToolType } from "@/api/types";
import { CredentialQuestion } from "@/components/credentials/origin-question";
import { Duration } from "@/components/duration";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { FunctionSelect } from "@/components/schema-form/controls/function-select";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { shownAt } from "@/components/schema-form/form-fields";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { StatusBadge } from "@/components/status-badge";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { ValueView } from "@/components/value-view/value-view";
import classes from "@/features/tools/tools.module.css";

const CONTEXT = { variables: [], secretsSet: [], readOnly: false };
const MODES: RunMode[] = ["test", "live"];

type Props = { tool: ToolConfig; type: ToolType };

/** Target of the call: the tool, or one of its functions. */
type Called = { function: string; schema: JsonSchema };

/** Call the tool once with arguments of one's own, as a model would. */
export function ToolTestPanel({ tool, type }: Props) {
  const own = { function: "", schema: tool.parameters_schema };
  return type.gives_functions ? (
    <FunctionTest tool={tool} type={type} />
  ) : (
    <CallTest tool={tool} type={type} called={own} />
  );
}

function FunctionTest({ tool, type }: Props) {
  const [chosen, setChosen] = useState("");
  const offered = (useToolFunctions(tool.id).data ?? []).filter((one) => one.chosen);
  const found =
    offered.find((one) => one.tool_id === chosen) ?? (offered.length === 1 ? offered[0] : undefined);
  return (
    <div className={classes.form}>
      <FunctionSelect
        id="tested-function"
        toolId={tool.id}
        value={found?.tool_id ?? ""}
        readOnly={false}
        onChange={setChosen}
      />
      {found && (
        <CallTest
          key={found.tool_id}
          tool={tool}
          type={type}
          called={{ function: found.name, schema: found.input_schema }}
        />
      )}
    </div>
  );
}

function CallTest({ tool, type, called }: Props & { called: Called }) {
  const { t } = useTranslation("tools");
  const refresh = useRefresh();
  const [values, setValues] = useState<JsonObject>({});
  const [mode, setMode] = useState<RunMode>("test");
  const test = useSave(
    () =>
      ask("post", "/api/tools/configs/{config_id}/test/", {
        ...at({ config_id: tool.id }),
        body: { function: called.function, arguments: values, mode },
      }),
    { inPlace: true, onSettled: () => refresh("/api/tools/invocations/", "/api/tools/configs/*/health/") },
  );
  const hasArguments = Object.keys(called.schema.properties ?? {}).length > 0;
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
          schema={called.schema}
          value={values}
          onChange={setValues}
          errors={errors}
          context={CONTEXT}
        />
      ) : (
        <p className={classes.quiet}>{t("test.noArguments")}</p>
      )}
      <div>
        <SubmitButton loading={test.isPending} leftSection={<Icon name="player-play" />}>
          {t("test.run")}
        </SubmitButton>
      </div>
      <FormError error={test.error} atFields={shownAt("/arguments", called.schema, values)} />
      {test.data && <ToolTestResult test={test.data} />}
    </form>
  );
}

function ToolTestResult({ test }: { test: ToolTestReport }) {
  const about = "metadata" in test.result ? test.result.metadata : test.result.meta;
  return (
    <section className={classes.result} aria-live="polite">
      <div className={classes.resultHead}>
        <StatusBadge status={test.success ? "succeeded" : "failed"} />
        <span className={classes.quiet}>
          <Duration ms={test.duration_ms} />
        </span>
      </div>
      {test.result.message && <p className={classes.message}>{test.result.message}</p>}
      <CredentialQuestion code={String(about.error_code)} details={test.result.data} />
      <ValueView value={test.result.data} openLevels={3} />
    </section>
  );
}
