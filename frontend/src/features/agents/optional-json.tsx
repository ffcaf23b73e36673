import { JsonInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { autosize } from "@/components/autosize";
import { useTyped } from "@/hooks/use-typed";
import { readJsonObject } from "@/lib/json";

type Held = Readonly<Record<string, unknown>> | null;
type Props = {
  label: string;
  description: string;
  value: Held;
  error: string | undefined;
  onChange: (value: JsonObject | null) => void;
};

/** A JSON object that may be left out; while it is no object, the last valid one is kept. */
export function OptionalJson({ label, description, value, error, onChange }: Props) {
  const { t } = useTranslation("agents");
  const [text, setText] = useTyped<Held, string>(value, (object) =>
    object ? JSON.stringify(object, null, 2) : "",
  );
  const isReadable = text.trim() === "" || readJsonObject(text) !== null;
  const write = (next: string) => {
    const read = readJsonObject(next);
    const isRead = read !== null || next.trim() === "";
    setText(next, isRead ? read : value);
    if (isRead) onChange(read);
  };
  return (
    <JsonInput
      label={label}
      description={description}
      {...autosize(4, 20)}
      value={text}
      error={isReadable ? error : t("field.schemaBroken")}
      onChange={write}
    />
  );
}
