import { useState } from "react";
import { isEqualJson } from "@/lib/equal-json";

/** Typed text of a value stored in another form, preserved until the value changes elsewhere. */
export function useTyped<Value, Typed>(
  value: Value,
  typedOf: (value: Value) => Typed,
): [Typed, (typed: Typed, value: Value) => void] {
  const [last, setLast] = useState({ value, typed: typedOf(value) });
  if (isEqualJson(last.value, value)) return [last.typed, (typed, next) => setLast({ typed, value: next })];
  const present = { value, typed: typedOf(value) };
  setLast(present);
  return [present.typed, (typed, next) => setLast({ typed, value: next })];
}
