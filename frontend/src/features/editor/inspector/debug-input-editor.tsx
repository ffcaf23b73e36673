/** The output of an earlier node, typed by hand for a debug run. */

import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import { TextButton } from "@/components/text-button";
import { readJsonObject } from "@/lib/json";
import type { DebugInput } from "./debug-inputs";
import classes from "./inspector.module.css";

type Props = {
  input: DebugInput;
  edited: boolean;
  onChange: (value: JsonObject) => void;
  onReset: () => void;
  /** Puts values to try with in its place; none for the output of a node. */
  onSample: (() => void) | null;
};

export function DebugInputEditor({ input, edited, onChange, onReset, onSample }: Props) {
  const { t } = useTranslation("inspector");
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? JSON.stringify(input.value, null, 2);
  const broken = draft !== null && readJsonObject(draft) === null;
  return (
    <div className={classes.input}>
      <div className={classes.inputHead}>
        <span>{input.isStart ? t("runInputs") : input.name}</span>
        {onSample && (
          <TextButton
            onClick={() => {
              setDraft(null);
              onSample();
            }}
          >
            {t("runbar:fillSample")}
          </TextButton>
        )}
        {edited ? (
          <UnstyledButton
            className={classes.quiet}
            onClick={() => {
              setDraft(null);
              onReset();
            }}
          >
            {t("reset")}
          </UnstyledButton>
        ) : (
          <span className={classes.quiet}>{t(`source.${input.source}`)}</span>
        )}
      </div>
      <CodeEditor
        value={text}
        language="json"
        label={t("inputOf", { name: input.name })}
        minLines={3}
        maxLines={14}
        invalid={broken}
        onChange={(next) => {
          setDraft(next);
          const value = readJsonObject(next);
          if (value) onChange(value);
        }}
      />
      {broken && <p className={classes.quiet}>{t("brokenInput")}</p>}
    </div>
  );
}
