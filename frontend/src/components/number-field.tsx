import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTyped } from "@/hooks/use-typed";
import { formatSpan } from "@/i18n/format";
import { exactNumber, isLongInteger, type LongInteger } from "@/lib/json";

/** Number of the stored unit in a second. People read and type seconds. */
const IN_A_SECOND = { ms: 1000, s: 1 };
const MINUTE_S = 60;

export type TimeUnit = keyof typeof IN_A_SECOND;

export function isTimeUnit(unit: string): unit is TimeUnit {
  return Object.hasOwn(IN_A_SECOND, unit);
}

type Props = Omit<NumberInputProps, "value" | "defaultValue" | "onChange" | "onBlur"> & {
  value: number | LongInteger | null;
  /** Gets null when the field is empty, and a number with more digits than JavaScript counts as it was typed. */
  onChange: (value: number | null, exactly: number | LongInteger | null) => void;
  /** Keeps the last number while the field is empty. */
  isNeeded?: boolean;
  /** Unit of the stored number, which is shown in seconds, and in a larger unit beside it: `60 s (1 min)`. */
  time?: TimeUnit;
};

/** A number that is stored as it is typed: “0.0” stays on the way to “0.05”, and an empty field on the way to another number. */
export function NumberField({ value, onChange, isNeeded = false, time, min, max, ...props }: Props) {
  const scale = time ? IN_A_SECOND[time] : 1;
  const plain = isLongInteger(value) ? value.rawJSON : value;
  const shownOf = (number: string | number | null) =>
    number === null || scale === 1 ? (number ?? "") : Number(number) / scale;
  const [typed, setTyped] = useTyped<string | number | null, string | number>(plain, shownOf);
  const write = (next: string | number) => {
    const read = inStoredUnit(exactNumber(String(next)), scale) ?? (isNeeded ? value : null);
    const stored = isLongInteger(read) ? read.rawJSON : read;
    setTyped(next, stored);
    if (stored !== plain) onChange(stored === null ? null : Number(stored), read);
  };
  return (
    <NumberInput
      suffix={time && timeSuffix(shownOf(plain))}
      {...props}
      {...(scale > 1 && { allowDecimal: true, decimalScale: String(scale).length - 1 })}
      min={min === undefined ? undefined : min / scale}
      max={max === undefined ? undefined : max / scale}
      // On leaving, the library would make a number of it.
      {...(isLongInteger(value) && { clampBehavior: "none", trimLeadingZeroesOnBlur: false })}
      value={typed}
      onChange={write}
      onBlur={() => isNeeded && setTyped(shownOf(plain), plain)}
    />
  );
}

function inStoredUnit(typed: number | LongInteger | null, scale: number): number | LongInteger | null {
  if (typed === null || scale === 1) return typed;
  return Math.round(Number(isLongInteger(typed) ? typed.rawJSON : typed) * scale);
}

function timeSuffix(seconds: string | number): string {
  return typeof seconds === "number" && seconds >= MINUTE_S ? ` s (${formatSpan(seconds * 1000)})` : " s";
}
