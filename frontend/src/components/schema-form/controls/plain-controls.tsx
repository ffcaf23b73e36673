/** Controls of fields that name none: a line of text, a choice. */

import { Autocomplete, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Json } from "@/api/types";
import { IconSelect } from "@/components/icon-select";
import { readSchema } from "@/document/form-schema";
import { localText } from "@/i18n/local-text";
import { isEqualJson } from "@/lib/equal-json";
import { shownValue } from "@/lib/json";
import { logoAddress, serviceIcon } from "@/lib/service-logos";
import { type ControlProps, inputProps } from "../control";

export function TextControl({ value, onChange, isNullable, ...props }: ControlProps<string>) {
  const { format, ...schema } = readSchema(props.schema);
  const input = {
    ...inputProps(props),
    value: value ?? "",
    maxLength: schema["x-longest"],
    spellCheck: schema["x-spellcheck"],
    inputMode: format === "email" ? format : format === "uri" ? "url" : undefined,
  } as const;
  const suggestions = schema["x-suggestions"];
  const change = (next: string) => onChange(isNullable && next === "" ? null : next);
  if (suggestions) return <Autocomplete {...input} data={suggestions} onChange={change} />;
  return <TextInput {...input} onChange={({ currentTarget }) => change(currentTarget.value)} />;
}

/** More choices than these are searched. */
const AT_A_GLANCE = 6;

/** Choices are any JSON; the list knows them by their place. */
export function SelectControl({ value, onChange, isNullable, ...props }: ControlProps<Json | undefined>) {
  const { language } = useTranslation().i18n;
  const { enum: choices = [], "x-enum-labels": labels = {}, default: preset } = readSchema(props.schema);
  const hasNone = value === undefined || value === null || value === "";
  const isKnown = choices.some((choice) => isEqualJson(choice, value));
  // A value that is no longer offered is shown, and kept until another one is chosen.
  const offered = hasNone || isKnown ? choices : [...choices, value];
  const place = offered.findIndex((choice) => isEqualJson(choice, value));
  const isOptional = isNullable || (!props.isRequired && preset === undefined);
  const titleOf = (choice: Json) => {
    const label = new Map(Object.entries(labels)).get(String(choice));
    return (label && localText(label, language)) || shownValue(choice);
  };
  const icons = offered.map((choice) => serviceIcon(String(choice), "box"));
  const select = {
    ...inputProps(props),
    data: offered.map((choice, at) => ({ value: String(at), label: titleOf(choice) })),
    value: place < 0 ? null : String(place),
    clearable: isOptional,
    allowDeselect: isOptional,
    searchable: offered.length > AT_A_GLANCE,
    onChange: (next: string | null) =>
      onChange(next === null ? (isNullable ? null : undefined) : offered[Number(next)]),
  };
  // One choice may have a service's name by chance.
  if (!icons.every(logoAddress)) return <Select {...select} />;
  return <IconSelect {...select} iconOf={(at) => icons[Number(at)] ?? "box"} />;
}
