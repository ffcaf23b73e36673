import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { Json } from "@/api/types";
import { autosize } from "@/components/autosize";
import { readValue, shownValue } from "@/lib/json";

type Props = {
  label: string;
  /** Label above the field; omitted in tables, which have column headers. */
  withLabel?: boolean;
  value: Json | undefined;
  onChange: (value: Json) => void;
};

/** Any value in one field: words, or JSON for numbers, lists and objects. */
export function ValueInput({ label, withLabel = false, value, onChange }: Props) {
  const [text, setText] = useState(() => shownValue(value));
  return (
    <Textarea
      size="xs"
      {...autosize(1, 6)}
      {...(withLabel ? { label } : { "aria-label": label })}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(readValue(event.currentTarget.value));
      }}
    />
  );
}
