import { Checkbox, Group, JsonInput, Radio, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { autosize } from "@/components/autosize";
import { NumberField } from "@/components/number-field";
import { textsOf } from "@/document/config";
import { useTyped } from "@/hooks/use-typed";
import { isLongInteger, parseTypedJson, RepeatedNameError } from "@/lib/json";
import { FileField } from "./file-field";
import type { StartField } from "./start-fields";

type Props = {
  field: StartField;
  value: Json | undefined;
  error: string | undefined;
  onChange: (value: Json | undefined) => void;
  /** `md` where it is filled in on a page of its own, also with fingers. */
  size?: Size;
  /** Takes files that are sent later; without it they are uploaded at once. */
  onFiles?: (files: File[]) => void;
};

type Size = "xs" | "md";

const USUAL_POINTS = 5;
const MOST_POINTS = 10;

/** One input of the run, with the control that its kind asks for. */
export function InputField({ field, value, error, onChange, onFiles, size = "xs" }: Props) {
  const common = {
    label: field.title,
    description: field.description || undefined,
    withAsterisk: field.required,
    error,
    size,
  };
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  switch (field.kind) {
    case "text":
      return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
    case "date":
    case "email":
      return (
        <TextInput
          {...common}
          type={field.kind}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "paragraph":
    case "binary":
      return (
        <Textarea
          {...common}
          {...autosize(3, 10)}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "number":
    case "integer":
      return (
        <NumberField
          {...common}
          allowDecimal={field.kind === "number"}
          value={typeof value === "number" || isLongInteger(value) ? value : null}
          onChange={(_, exactly) => onChange((exactly as Json | null) ?? undefined)}
        />
      );
    case "boolean":
      return (
        <Switch
          label={field.title}
          description={field.description || undefined}
          size={size}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "select":
      return (
        <Select
          {...common}
          data={field.options}
          value={text || null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case "choices":
      return (
        <Checkbox.Group {...common} value={textsOf(value)} onChange={onChange}>
          <Stack gap="xs" mt="xs">
            {field.options.map((option) => (
              <Checkbox key={option} size={size} value={option} label={option} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case "rating":
      return (
        <RatingField {...common} most={field.maximum ?? USUAL_POINTS} value={value} onChange={onChange} />
      );
    case "file":
    case "files":
      return <FileField {...{ field, value, error, size, onChange, onFiles }} />;
    case "object":
    case "array":
    case "json":
      return <JsonField {...common} value={value} onChange={onChange} />;
  }
}

type OwnFieldProps = {
  label: string;
  description: string | undefined;
  withAsterisk: boolean;
  error: string | undefined;
  size: Size;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
};

/** Points from 1 side by side, or a number where there would be too many of them. */
function RatingField({ most, value, onChange, ...common }: OwnFieldProps & { most: number }) {
  const number = typeof value === "number" ? value : null;
  if (most > MOST_POINTS)
    return (
      <NumberField
        {...common}
        allowDecimal={false}
        min={1}
        max={most}
        value={number}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <Radio.Group
      {...common}
      value={number === null ? null : String(number)}
      onChange={(chosen) => onChange(Number(chosen))}
    >
      <Group gap="md" mt="xs">
        {Array.from({ length: most }, (_, at) => String(at + 1)).map((points) => (
          <Radio key={points} size={common.size} value={points} label={points} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** JSON as text; only what can be read becomes the value. */
function JsonField({ value, onChange, ...common }: OwnFieldProps) {
  const { t } = useTranslation("common");
  const [draft, setDraft] = useTyped(value, (stored) =>
    stored === undefined ? "" : JSON.stringify(stored, null, 2),
  );
  const [repeated, setRepeated] = useState<string | null>(null);
  const change = (text: string) => {
    try {
      const next = text.trim() === "" ? undefined : parseTypedJson(text);
      setRepeated(null);
      setDraft(text, next);
      onChange(next);
    } catch (problem) {
      // Half typed: the last readable value stays.
      setRepeated(problem instanceof RepeatedNameError ? problem.repeated : null);
      setDraft(text, value);
    }
  };
  const error = repeated === null ? common.error : t("repeatedName", { name: repeated });
  return <JsonInput {...common} {...autosize(3, 10)} error={error} value={draft} onChange={change} />;
}
