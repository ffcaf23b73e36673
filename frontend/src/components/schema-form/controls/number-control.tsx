import { NumberField } from "@/components/number-field";
import { readSchema } from "@/document/form-schema";
import { type ControlProps, inputProps } from "../control";

/** Units that are words stand in the help, where they are translated. */
const SYMBOLS = new Set(["ms", "s"]);

export function NumberControl({ value, onChange, isNullable, ...props }: ControlProps<number | undefined>) {
  const { type, minimum, maximum, default: preset, "x-unit": unit = "" } = readSchema(props.schema);
  return (
    <NumberField
      {...inputProps(props)}
      value={value ?? null}
      isNeeded={!isNullable && preset !== undefined}
      allowDecimal={type !== "integer"}
      min={minimum}
      max={maximum}
      suffix={SYMBOLS.has(unit) ? ` ${unit}` : undefined}
      onChange={(next) => onChange(next === null && !isNullable ? undefined : next)}
    />
  );
}
