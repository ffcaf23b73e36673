import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTyped } from "@/hooks/use-typed";
import { formatSpan } from "@/i18n/format";
import { exactNumber, isLongInteger, type LongInteger } from "@/lib/json";

/** Milliseconds of one, and from how many on a larger unit is easier to read. */
const TIME_UNITS = { ms: { one: 1, from: 1000 }, s: { one: 1000, from: 60 } };

export type TimeUnit = keyof typeof TIME_UNITS;

export function isTimeUnit(unit: string): unit is TimeUnit {
  return Object.hasOwn(TIME_UNITS, unit);
}

type Props = Omit<NumberInputProps, "value" | "defaultValue" | "onChange" | "onBlur"> & {
  value: number | LongInteger | null;
  /** Gets null when the field is empty, and a number with more digits than JavaScript counts as it was typed. */
  onChange: (value: number | null, exactly: number | LongInteger | null) => void;
  /** Keeps the last number while the field is empty. */
  isNeeded?: boolean;
  /** Unit after the number, with its value in a larger unit: `60000 ms (1 min)`. */
  time?: TimeUnit;
};

/** A number that is stored as it is typed: “0.0” stays on the way to “0.05”, and an empty field on the way to another number. */
export function NumberField({ value, onChange, isNeeded = false, time, ...props }: Props) {
  const plain = isLongInteger(value) ? value.rawJSON : value;
  const [typed, setTyped] = useTyped<string | number | null, string | number>(
    plain,
    (number) => number ?? "",
  );
  const write = (next: string | number) => {
    const read = exactNumber(String(next)) ?? (isNeeded ? value : null);
    const stored = isLongInteger(read) ? read.rawJSON : read;
    setTyped(next, stored);
    if (stored !== plain) onChange(stored === null ? null : Number(stored), read);
  };
  return (
    <NumberInput
      suffix={time && timeSuffix(plain, time)}
      {...props}
      // On leaving, the library would make a number of it.
      {...(isLongInteger(value) && { clampBehavior: "none", trimLeadingZeroesOnBlur: false })}
      value={typed}
      onChange={write}
      onBlur={() => isNeeded && setTyped(plain ?? "", plain)}
    />
  );
}

function timeSuffix(value: string | number | null, unit: TimeUnit): string {
  const { one, from } = TIME_UNITS[unit];
  return typeof value === "number" && value >= from ? ` ${unit} (${formatSpan(value * one)})` : ` ${unit}`;
}
