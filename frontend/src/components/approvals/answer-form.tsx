import { Button, Group, JsonInput, Textarea } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, errorsByField } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import type { Approval, ApprovalAnswer, JsonObject } from "@/api/types";
import classes from "@/components/approvals/approvals.module.css";
import { autosize } from "@/components/autosize";
import { Form } from "@/components/form";
import { NumberField } from "@/components/number-field";
import { InputField } from "@/components/run-inputs/input-field";
import { initialInputs, missingInputs, readFields, shownFields } from "@/components/run-inputs/start-fields";
import { readJsonObject } from "@/lib/json";

const ARGUMENTS = "/values/arguments";

/** Decisions that end something or that others cannot take back; they do not stand out. */
const QUIET = new Set(["reject", "refuse", "fail", "again"]);

/** The names that limits of a run have. */
const FIELDS = { tokens: "budgetTokens", money: "budgetMoney" } as const;

type Answering = UseMutationResult<Approval, Error, ApprovalAnswer>;

type Props = { approval: Approval; answering: Answering };

export function AnswerForm({ approval, answering }: Props) {
  const { t } = useTranslation("approvals");
  const { payload, decisions } = approval;
  const { kind } = payload;
  const fields = payload.kind === "form" ? readFields(payload.fields) : [];
  const [values, setValues] = useState<JsonObject>(() =>
    payload.kind === "budget" ? enough(payload) : initialInputs(fields, null),
  );
  const [comment, setComment] = useState("");
  const isCall = kind === "tool_approval";
  const [output, setOutput] = useState(() => firstOutput(payload));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const refused = valueErrors(answering.error);
  const set = (name: string, value: JsonObject[string] | undefined) =>
    setValues(({ [name]: _before, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }));
  const isReadable = readJsonObject(output) !== null;

  const decide = (decision: string) => {
    const open = decision === "submit" ? missingInputs(fields, values) : [];
    setMissing(open);
    if (open.length > 0) return;
    const written = readJsonObject(output) ?? {};
    const call: JsonObject = decision === "approve" ? { arguments: written } : {};
    const given = kind === "outcome_unknown" ? written : isCall ? call : values;
    answering.mutate({ decision, values: given, comment });
  };
  const onSubmit = () => {
    if (kind === "form") decide("submit");
  };
  return (
    <Form className={classes.form} onSubmit={onSubmit} noValidate>
      {shownFields(fields, values).map((field) => (
        <InputField
          key={field.name}
          field={field}
          value={values[field.name]}
          error={missing.includes(field.name) ? t("required") : refused[field.name]}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {kind === "outcome_unknown" && (
        <JsonInput
          size="xs"
          label={t("outputOf")}
          description={t("outputHelp")}
          {...autosize(2)}
          value={output}
          error={isReadable ? undefined : t("badJson")}
          onChange={setOutput}
        />
      )}
      {isCall && (
        <CallArguments text={output} isReadable={isReadable} error={answering.error} onChange={setOutput} />
      )}
      {payload.kind === "budget" && (
        <Budget payload={payload} values={values} errors={refused} onChange={set} />
      )}
      {(kind === "approval" || kind === "credential_origin" || isCall) && (
        <Textarea
          size="xs"
          aria-label={t("comment")}
          placeholder={t("comment")}
          {...autosize(1)}
          maxLength={limits.ApprovalAnswer.comment}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      <Group gap="xs" className={classes.decisions}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            size="xs"
            type={decision === "submit" ? "submit" : "button"}
            variant={QUIET.has(decision) ? "default" : "filled"}
            loading={answering.isPending && answering.variables.decision === decision}
            disabled={
              answering.isPending ||
              ((decision === "happened" || (isCall && decision === "approve")) && !isReadable)
            }
            onClick={decision === "submit" ? undefined : () => decide(decision)}
          >
            {t(`decision.${decision}`, { defaultValue: decision })}
          </Button>
        ))}
      </Group>
    </Form>
  );
}

type BudgetPayload = Extract<Approval["payload"], { kind: "budget" }>;

type BudgetProps = {
  payload: BudgetPayload;
  values: JsonObject;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: number | undefined) => void;
};

function Budget({ payload, values, errors, onChange }: BudgetProps) {
  const { t } = useTranslation("approvals");
  const name = FIELDS[payload.over];
  const value = values[name];
  return (
    <NumberField
      size="xs"
      label={t(payload.over)}
      min={0}
      value={typeof value === "number" ? value : null}
      error={errors[name]}
      onChange={(next) => onChange(name, next ?? undefined)}
    />
  );
}

/** The smallest budget with which the next call can be made. */
function enough({ over, needed }: BudgetPayload): JsonObject {
  const amount = needed[over] ?? 0;
  return { [FIELDS[over]]: over === "money" ? Math.ceil(amount * 100) / 100 : amount };
}

/** Initial text of the JSON field: the call's arguments, or the expected output fields. */
function firstOutput(payload: Approval["payload"]): string {
  if (payload.kind === "tool_approval") return JSON.stringify(payload.arguments, null, 2);
  const fields = payload.kind === "outcome_unknown" ? payload.fields : [];
  return JSON.stringify(Object.fromEntries(fields.map((name) => [name, null])), null, 2);
}

/** `/values/price` counts for `price`. */
function valueErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const inner = error.errors
    .filter(({ pointer }) => pointer.startsWith("/values/"))
    .map((item) => ({ ...item, pointer: item.pointer.slice("/values".length) }));
  return errorsByField(new ApiError(error.status, error.code, "", { errors: inner }));
}

type CallArgumentsProps = {
  text: string;
  isReadable: boolean;
  /** Error returned by the server for the last answer. */
  error: unknown;
  onChange: (text: string) => void;
};

/** The arguments that a call is to have; whoever approves it may change them. */
function CallArguments({ text, isReadable, error, onChange }: CallArgumentsProps) {
  const { t } = useTranslation("approvals");
  const refused =
    error instanceof ApiError ? error.errors.filter(({ pointer }) => pointer.startsWith(ARGUMENTS)) : [];
  return (
    <>
      <JsonInput
        size="xs"
        label={t("arguments")}
        description={t("argumentsHelp")}
        {...autosize(2, 16)}
        value={text}
        error={isReadable ? refused.length > 0 : t("badJson")}
        onChange={onChange}
      />
      {isReadable && refused.length > 0 && (
        <ul className={classes.refused} role="alert">
          {refused.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <code>{pointer.slice(ARGUMENTS.length + 1).replaceAll("/", ".") || t("arguments")}</code>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
