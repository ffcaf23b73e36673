import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import { useToolFunctions } from "@/api/tools";
import type {
  JsonObject,
  JsonSchema,
  RunMode,
  ToolConfig,
  ToolConfigDraft,
  ToolTestReport,
  ToolType,
} from "@/api/types";
import { CredentialQuestion } from "@/components/credentials/origin-question";
import { Duration } from "@/components/duration";
import { Form } from "@/components/form";
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

type Call = { arguments: JsonObject; mode: RunMode };

/** Call the tool once with arguments of one's own, as a model would. */
export function ToolTestPanel({ tool, type }: Props) {
  return type.gives_functions ? (
    <FunctionTest tool={tool} type={type} />
  ) : (
    <CallTest type={type} schema={tool.parameters_schema} onCall={(call) => callStored(tool, "", call)} />
  );
}

const callStored = (tool: ToolConfig, name: string, call: Call) =>
  ask("post", "/api/tools/configs/{config_id}/test/", {
    ...at({ config_id: tool.id }),
    body: { function: name, ...call },
  });

type DraftProps = {
  draft: Pick<ToolConfigDraft, "type" | "name" | "description" | "config">;
  type: ToolType;
  schema: JsonSchema;
};

/** Call a tool that is not stored yet. */
export function DraftTest({ draft, type, schema }: DraftProps) {
  return (
    <CallTest
      type={type}
      schema={schema}
      onCall={(call) => ask("post", "/api/tools/configs/try/", { body: { ...draft, ...call } })}
    />
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
          type={type}
          schema={found.input_schema}
          onCall={(call) => callStored(tool, found.name, call)}
        />
      )}
    </div>
  );
}

type CallTestProps = {
  type: ToolType;
  /** Form of the arguments. */
  schema: JsonSchema;
  onCall: (call: Call) => Promise<ToolTestReport>;
};

function CallTest({ type, schema, onCall }: CallTestProps) {
  const { t } = useTranslation("tools");
  const refresh = useRefresh();
  const [values, setValues] = useState<JsonObject>({});
  const [mode, setMode] = useState<RunMode>("test");
  const test = useSave(() => onCall({ arguments: values, mode }), {
    inPlace: true,
    onSettled: () => refresh("/api/tools/invocations/", "/api/tools/configs/*/health/"),
  });
  const hasArguments = Object.keys(schema.properties ?? {}).length > 0;
  const errors = test.error instanceof ApiError ? fieldErrorsOf(test.error.errors, "/arguments") : {};
  return (
    <Form onSubmit={() => test.mutate()} className={classes.form}>
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
        <SchemaForm schema={schema} value={values} onChange={setValues} errors={errors} context={CONTEXT} />
      ) : (
        <p className={classes.quiet}>{t("test.noArguments")}</p>
      )}
      <div>
        <SubmitButton loading={test.isPending} leftSection={<Icon name="player-play" />}>
          {t("test.run")}
        </SubmitButton>
      </div>
      <FormError error={test.error} atFields={shownAt("/arguments", schema, values)} />
      {test.data && <ToolTestResult test={test.data} />}
    </Form>
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
      {test.result.data !== null && <ValueView value={test.result.data} openLevels={3} />}
    </section>
  );
}
