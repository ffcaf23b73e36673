import { useLayoutEffect, useRef, useState } from "react";
import type { Json } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { parseJson } from "@/lib/json";

/** JSON as text: kept as typed while it does not parse, handed on when it does, and replaced when others change the value. */
export function useJsonText(given: Json | undefined, onChange: (value: Json) => void) {
  const value = given ?? null;
  const [text, setText] = useState(() => asText(value));
  /** The value that the text stands for, or stood for when it last parsed. */
  const typed = useRef(value);
  /** Values that went out and have not come back yet, oldest first. */
  const sent = useRef<Json[]>([]);
  useLayoutEffect(() => {
    const returned = sent.current.findIndex((one) => isFilledFrom(one, value));
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
    const parsed = parse(next);
    if (parsed === undefined) return;
    typed.current = parsed;
    sent.current.push(parsed);
    onChange(parsed);
  };
  return { text, isBroken: parse(text) === undefined, edit };
}

/** Whether a value is another one, in which the form may have filled in defaults: an object, where the text was emptied. */
function isFilledFrom(one: Json, filled: Json): boolean {
  if (one === null) return typeof filled === "object" && !Array.isArray(filled);
  if (typeof one !== "object" || typeof filled !== "object" || filled === null) return one === filled;
  if (Array.isArray(one) !== Array.isArray(filled)) return false;
  const inner = new Map<string, Json>(Object.entries(filled));
  return Object.entries(one).every(
    ([name, value]) => inner.has(name) && isFilledFrom(value, inner.get(name) ?? null),
  );
}

const asText = (value: Json) => (value === null ? "" : JSON.stringify(value, null, 2));

function parse(text: string): Json | undefined {
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
