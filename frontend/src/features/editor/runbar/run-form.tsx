/** The inputs of a run; filled with those of the last one. */

import { Button } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { keyText } from "@/commands/keys";
import { Icon } from "@/components/icon";
import { pressedOnly } from "@/components/pressed-only";
import { InputField } from "@/components/run-inputs/input-field";
import { sampleInputs } from "@/components/run-inputs/sample-inputs";
import {
  hasEmptyInputs,
  initialInputs,
  missingInputs,
  type StartField,
  shownFields,
  withInputs,
} from "@/components/run-inputs/start-fields";
import { useSampleWords } from "@/components/run-inputs/use-sample-words";
import { SubmitButton } from "@/components/submit-button";
import { useDocument } from "@/stores/document-store";
import { lastInputs } from "./last-inputs";
import classes from "./runbar.module.css";

type Props = {
  fields: readonly StartField[];
  /** Messages of the server by field name. */
  errors: Readonly<Record<string, string>>;
  starting: boolean;
  /** Name of the node at which the run is to end. */
  until?: string | undefined;
  onRun: (inputs: JsonObject) => void;
};

export function RunForm({ fields, errors, starting, until, onRun }: Props) {
  const { t } = useTranslation("runbar");
  const words = useSampleWords();
  const workflowId = useDocument((state) => state.workflowId);
  const [inputs, setInputs] = useState(() => initialInputs(fields, lastInputs(workflowId)));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = () => {
    const open = missingInputs(fields, inputs);
    setMissing(open);
    if (open.length === 0 && !starting) onRun(inputs);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    pressedOnly(event);
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // The shortcut for running would take the last inputs instead of these.
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  const set = (name: string, value: JsonObject[string] | undefined) => {
    const { [name]: _old, ...rest } = inputs;
    setInputs(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <form
      className={classes.form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={t("inputs")}
      noValidate
    >
      <div className={classes.fields}>
        {shownFields(fields, inputs).map((field) => (
          <InputField
            key={field.name}
            field={field}
            value={inputs[field.name]}
            error={missing.includes(field.name) ? t("required") : errors[field.name]}
            onChange={(value) => set(field.name, value)}
          />
        ))}
        {fields.length === 0 && <p className={classes.quiet}>{t("noInputs")}</p>}
      </div>
      <div className={classes.formFoot}>
        {hasEmptyInputs(fields, inputs) && (
          <Button
            className={classes.sample}
            variant="subtle"
            size="xs"
            onClick={() => {
              setInputs(withInputs(inputs, sampleInputs(fields, words)));
              setMissing([]);
            }}
          >
            {t("fillSample")}
          </Button>
        )}
        <span className={classes.quiet}>{keyText("mod+Enter")}</span>
        <SubmitButton size="xs" loading={starting} leftSection={<Icon name="player-play" size={14} />}>
          {until === undefined ? t("run") : t("runUntil", { name: until })}
        </SubmitButton>
      </div>
    </form>
  );
}
