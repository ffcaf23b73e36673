import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTyped } from "@/hooks/use-typed";
import { formatSpan } from "@/i18n/format";

/** Milliseconds of one, and from how many on a larger unit is easier to read. */
const TIME_UNITS = { ms: { one: 1, from: 1000 }, s: { one: 1000, from: 60 } };

export type TimeUnit = keyof typeof TIME_UNITS;

export function isTimeUnit(unit: string): unit is TimeUnit {
  return Object.hasOwn(TIME_UNITS, unit);
}

type Props = Omit<NumberInputProps, "value" | "defaultValue" | "onChange" | "onBlur"> & {
  value: number | null;
  /** Gets null when the field is empty. */
  onChange: (value: number | null) => void;
  /** Keeps the last number while the field is empty. */
  isNeeded?: boolean;
  /** Stands after the number, with the same in a larger unit: `60000 ms (1 min)`. */
  time?: TimeUnit;
};

/** A number that is stored as it is typed: “0.0” stays on the way to “0.05”, and an empty field on the way to another number. */
export function NumberField({ value, onChange, isNeeded = false, time, ...props }: Props) {
  const [typed, setTyped] = useTyped<number | null, string | number>(value, (number) => number ?? "");
  const write = (next: string | number) => {
    const read = next === "" || Number.isNaN(Number(next)) ? null : Number(next);
    const stored = read ?? (isNeeded ? value : null);
    setTyped(next, stored);
    if (stored !== value) onChange(stored);
  };
  return (
    <NumberInput
      suffix={time && timeSuffix(value, time)}
      {...props}
      value={typed}
      onChange={write}
      onBlur={() => isNeeded && setTyped(value ?? "", value)}
    />
  );
}

function timeSuffix(value: number | null, unit: TimeUnit): string {
  const { one, from } = TIME_UNITS[unit];
  return value !== null && value >= from ? ` ${unit} (${formatSpan(value * one)})` : ` ${unit}`;
}
