import { Button, Group, Input, JsonInput, Modal, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { FieldError, JsonObject } from "@/api/types";
import { autosize } from "@/components/autosize";
import { FormError } from "@/components/form-error";
import { useSave } from "@/components/use-save";
import { parseJson } from "@/lib/json";

type ListForm = (
  list: JsonObject[],
  onChange: (list: JsonObject[]) => void,
  /** Server errors, by pointers. */
  errors: readonly FieldError[],
) => ReactNode;

type Props = {
  title: string;
  size: string;
  name: string;
  maxName: number;
  label: string;
  help: string;
  list: JsonObject[];
  /** Renders the list as a form; called again when the form is reopened. */
  form: ListForm;
  send: (name: string, list: JsonObject[]) => Promise<unknown>;
  /** As in `useSave`. */
  refreshes?: readonly string[];
  onSaved?: () => Promise<void>;
  onClose: () => void;
  /** Below the list. */
  children?: ReactNode;
};

/** Edits what has a name and a list, in a dialog. */
export function ListEditor({ title, size, maxName, label, help, list: first, form, send, ...props }: Props) {
  const { t } = useTranslation("testing");
  const [name, setName] = useState(props.name);
  const [list, setList] = useState<JsonObject[] | null>(first);
  const save = useSave((given: JsonObject[]) => send(name.trim(), given), {
    ...(props.refreshes && { refreshes: props.refreshes }),
    inPlace: true,
    onSuccess: async () => {
      await props.onSaved?.();
      props.onClose();
    },
  });
  const errors = save.error instanceof ApiError ? save.error.errors : [];
  return (
    <Modal opened onClose={props.onClose} title={title} size={size}>
      <Stack gap="md">
        <TextInput
          label={t("editor.name")}
          value={name}
          maxLength={maxName}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormOrJson
          label={label}
          help={help}
          list={list}
          onChange={setList}
          form={(rows, onChange) => form(rows, onChange, errors)}
        />
        {props.children}
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button
            loading={save.isPending}
            disabled={list === null || name.trim() === ""}
            onClick={() => list !== null && save.mutate(list)}
          >
            {t("editor.save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type FormOrJsonProps = {
  label: string;
  help: string;
  /** Null while the text is no JSON list. */
  list: JsonObject[] | null;
  onChange: (list: JsonObject[] | null) => void;
  form: (list: JsonObject[], onChange: (list: JsonObject[]) => void) => ReactNode;
};

/** A list of objects, as a form or as the JSON that it is. */
function FormOrJson({ label, help, list, onChange, form }: FormOrJsonProps) {
  const { t } = useTranslation("testing");
  const [isForm, setForm] = useState(true);
  const [text, setText] = useState("");
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
        form(list, onChange)
      ) : (
        <JsonInput
          aria-label={label}
          description={help}
          {...autosize(6, 20)}
          value={text}
          error={list === null ? t("editor.badJson") : undefined}
          onChange={(next) => {
            setText(next);
            onChange(readJsonList(next));
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
