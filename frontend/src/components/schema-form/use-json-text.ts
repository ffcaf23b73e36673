import { useLayoutEffect, useRef, useState } from "react";
import type { Json } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { parseTypedJson, RepeatedNameError } from "@/lib/json";

/** JSON as text: kept as typed while it does not parse, handed on when it does, and replaced when others change the value. No text is `empty`. */
export function useJsonText(given: Json | undefined, onChange: (value: Json) => void, empty: Json = null) {
  const value = given ?? null;
  const [text, setText] = useState(() => asText(value));
  /** The value of the text, or of its last version that parsed. */
  const typed = useRef(value);
  /** Values that went out and have not come back yet, oldest first. */
  const sent = useRef<Json[]>([]);
  useLayoutEffect(() => {
    const returned = sent.current.findIndex((one) => isEqualJson(one, value));
    if (isEqualJson(typed.current, value)) sent.current = [];
    else if (returned >= 0) {
      sent.current.splice(0, returned + 1);
      if (sent.current.length === 0) typed.current = value;
    } else {
      typed.current = value;
      setText(asText(value));
    }
  }, [value]);
  const edit = (next: string) => {
    setText(next);
    const { value: parsed } = parse(next, empty);
    if (parsed === undefined) return;
    typed.current = parsed;
    sent.current.push(parsed);
    onChange(parsed);
  };
  const { value: parsed, repeated } = parse(text, empty);
  return { text, isBroken: parsed === undefined, repeated, edit };
}

const asText = (value: Json) => (value === null ? "" : JSON.stringify(value, null, 2));

type Parsed = {
  value?: Json;
  /** The name for which there is no value: it comes twice in one object. */
  repeated?: string;
};

function parse(text: string, empty: Json): Parsed {
  if (text.trim() === "") return { value: empty };
  try {
    return { value: parseTypedJson(text) };
  } catch (error) {
    return error instanceof RepeatedNameError ? { repeated: error.repeated } : {};
  }
}
