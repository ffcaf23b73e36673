import { Group, Input, JsonInput, SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { autosize } from "@/components/autosize";
import { parseJson } from "@/lib/json";

type Props = {
  label: string;
  help: string;
  first: JsonObject[];
  /** Null while the text is no JSON list. */
  onChange: (list: JsonObject[] | null) => void;
  /** Renders the list as a form; called again when the form is reopened. */
  form: (list: JsonObject[], onChange: (list: JsonObject[]) => void) => ReactNode;
};

/** A list of objects, as a form or as the JSON that it is. */
export function ListEditor({ label, help, first, onChange, form }: Props) {
  const { t } = useTranslation("testing");
  const [isForm, setForm] = useState(true);
  const [list, setList] = useState<JsonObject[] | null>(first);
  const [text, setText] = useState("");
  const take = (next: JsonObject[] | null) => {
    setList(next);
    onChange(next);
  };
  const show = (next: string) => {
    if (next === "json") setText(JSON.stringify(list, null, 2));
    setForm(next === "form");
  };
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Input.Label component="div">{label}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t("list.as")}
          value={isForm ? "form" : "json"}
          data={[
            { value: "form", label: t("list.form"), disabled: list === null },
            { value: "json", label: "JSON" },
          ]}
          onChange={show}
        />
      </Group>
      {isForm && list ? (
        form(list, take)
      ) : (
        <JsonInput
          aria-label={label}
          description={help}
          {...autosize(6, 20)}
          value={text}
          error={list === null ? t("editor.badJson") : undefined}
          onChange={(next) => {
            setText(next);
            take(readJsonList(next));
          }}
        />
      )}
    </div>
  );
}

/** The list that a text holds as JSON; null when it is no JSON, or something else. */
function readJsonList(text: string): JsonObject[] | null {
  try {
    const value = parseJson(text);
    // What an entry lacks the server says.
    return Array.isArray(value) ? (value as JsonObject[]) : null;
  } catch {
    return null;
  }
}
