import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTyped } from "@/hooks/use-typed";

type Props = Omit<NumberInputProps, "value" | "defaultValue" | "onChange" | "onBlur"> & {
  value: number | null;
  /** Gets null when the field is empty. */
  onChange: (value: number | null) => void;
  /** Keeps the last number while the field is empty. */
  isNeeded?: boolean;
};

/** A number that is stored as it is typed: “0.0” stays on the way to “0.05”, and an empty field on the way to another number. */
export function NumberField({ value, onChange, isNeeded = false, ...props }: Props) {
  const [typed, setTyped] = useTyped<number | null, string | number>(value, (number) => number ?? "");
  const write = (next: string | number) => {
    const read = next === "" || Number.isNaN(Number(next)) ? null : Number(next);
    const stored = read ?? (isNeeded ? value : null);
    setTyped(next, stored);
    if (stored !== value) onChange(stored);
  };
  return (
    <NumberInput
      {...props}
      value={typed}
      onChange={write}
      onBlur={() => isNeeded && setTyped(value ?? "", value)}
    />
  );
}
