import { JsonInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { readJsonObject } from "@/lib/json";

type Props = {
  label: string;
  description: string;
  value: Readonly<Record<string, unknown>> | null;
  error: string | undefined;
  onChange: (value: JsonObject | null) => void;
};

/** A JSON object that may be left out; while it is no object, the last valid one is kept. */
export function OptionalJson({ label, description, value, error, onChange }: Props) {
  const { t } = useTranslation("agents");
  const [text, setText] = useState(() => (value ? JSON.stringify(value, null, 2) : ""));
  const isReadable = text.trim() === "" || readJsonObject(text) !== null;
  const write = (next: string) => {
    setText(next);
    const read = readJsonObject(next);
    if (read || next.trim() === "") onChange(read);
  };
  return (
    <JsonInput
      label={label}
      description={description}
      autosize
      minRows={4}
      maxRows={20}
      value={text}
      error={isReadable ? error : t("field.schemaBroken")}
      onChange={write}
    />
  );
}
