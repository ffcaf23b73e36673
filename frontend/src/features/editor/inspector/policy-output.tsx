import { Input } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { CodeEditor } from "@/components/code-editor";
import { readJsonObject } from "@/lib/json";

type Props = { value: JsonObject; readOnly: boolean; onChange: (value: JsonObject) => void };

/** The output in place of a failure, as JSON; only what can be read becomes the value. */
export function PolicyOutput({ value, readOnly, onChange }: Props) {
  const { t } = useTranslation("inspector");
  const [draft, setDraft] = useState(() => JSON.stringify(value, null, 2));
  const [isReadable, setReadable] = useState(true);
  const change = (text: string) => {
    setDraft(text);
    const read = readJsonObject(text);
    setReadable(read !== null);
    if (read !== null) onChange(read);
  };
  return (
    <Input.Wrapper
      label={t("policy.defaultOutput")}
      labelElement="div"
      error={isReadable ? null : t("policy.badJson")}
    >
      <CodeEditor
        value={draft}
        onChange={change}
        language="json"
        label={t("policy.defaultOutput")}
        readOnly={readOnly}
      />
    </Input.Wrapper>
  );
}
